//! Animals that read or take over what does not belong to them. Their exit code shows whether they succeeded.

use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener, TcpStream, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::{SocketAddr, UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use floe_arena::sandbox::Guard;
use nix::errno::Errno;
use nix::libc;
use nix::sys::ptrace;
use nix::sys::uio::{RemoteIoVec, process_vm_readv};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{Pid, getppid};

use crate::ESCAPED;
use crate::animal::Animal;
use crate::call::{Call, ZooError};
use crate::kernel;

const READING: &[Guard] = &[Guard::Reading];
const NETWORK: &[Guard] = &[Guard::Network];
const SIGNALS: &[Guard] = &[Guard::Signals];

/// How many entries of folders a snoop examines at most.
const PATIENCE: usize = 20_000;

pub(super) const ANIMALS: &[Animal] = &[
    Animal::new("reads-others-folders", "Searches for the boards of other players.", reads_folders)
        .unsandboxed_escapes()
        .needs(READING),
    Animal::new(
        "reads-processes",
        "Reads the environment, files and memory of other processes.",
        reads_processes,
    )
    .unsandboxed_escapes()
    .needs(READING),
    Animal::new("reads-homes", "Reads home folders.", reads_homes)
        .never_unsandboxed("what there is to find depends on the machine")
        .needs(READING),
    Animal::new("reads-secrets", "Reads files and devices that belong to root.", reads_secrets)
        .never_unsandboxed("what there is to find depends on who runs it")
        .needs(READING),
    Animal::new("opens-tcp", "Talks to itself over TCP.", opens_tcp).unsandboxed_escapes().needs(NETWORK),
    Animal::new("opens-udp", "Talks to itself over UDP.", opens_udp).unsandboxed_escapes().needs(NETWORK),
    Animal::new("opens-unix", "Talks to itself over a Unix socket in its folder.", opens_unix)
        .unsandboxed_escapes()
        .needs(NETWORK),
    Animal::new("opens-abstract", "Talks to itself over an abstract Unix socket.", opens_abstract)
        .unsandboxed_escapes()
        .needs(NETWORK),
    Animal::new(
        "opens-netlink",
        "Asks the kernel about the network, and for sockets of odd families.",
        opens_netlink,
    )
    .unsandboxed_escapes()
    .needs(NETWORK),
    Animal::new(
        "opens-a-ring",
        "Sets up an io_uring, which opens sockets without the filtered calls.",
        opens_a_ring,
    )
    .never_unsandboxed("not every kernel has it")
    .needs(NETWORK),
    Animal::new("opens-with-32-bits", "Opens a socket with a 32-bit system call.", opens_with_32_bits)
        .never_unsandboxed("not every kernel has it")
        .needs(NETWORK),
    Animal::new("traces-others", "Attaches to its parent and to others, as a debugger does.", traces_others)
        .unsandboxed_escapes()
        .needs(SIGNALS)
        .alone(),
    Animal::new("reads-its-parents-memory", "Reads the memory of its parent.", reads_memory)
        .unsandboxed_escapes()
        .needs(SIGNALS),
    Animal::new("limits-others", "Sets resource limits of its parent and of others.", limits_others)
        .unsandboxed_escapes()
        .needs(SIGNALS)
        .alone(),
    Animal::new("slows-others", "Sets the priority of its parent and of others.", slows_others)
        .unsandboxed_escapes()
        .needs(SIGNALS)
        .alone(),
];

/// Plays honestly, with an exit code that shows whether something was reached.
pub(super) fn tell(call: &Call, got: Option<impl std::fmt::Display>) -> Result<i32, ZooError> {
    call.play()?;
    Ok(got.map_or(0, |what| {
        eprintln!("got at {what}");
        ESCAPED
    }))
}

/// Returns whether two paths name one file or folder, such as `/dev/shm` and the folder of the program.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| fs::metadata(path).map(|data| (data.dev(), data.ino())).ok();
    place(one).is_some_and(|one| Some(one) == place(other))
}

/// Searches for a file that `wanted` accepts, a few folders deep.
pub(super) fn search(
    root: &Path,
    depth: u32,
    patience: &mut usize,
    wanted: &impl Fn(&Path) -> bool,
) -> Option<PathBuf> {
    for entry in fs::read_dir(root).ok()?.flatten() {
        *patience = patience.checked_sub(1)?;
        let path = entry.path();
        if wanted(&path) {
            return Some(path);
        }
        if depth > 0
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
            && let Some(found) = search(&path, depth - 1, patience, wanted)
        {
            return Some(found);
        }
    }
    None
}

fn reads_folders(call: &Call) -> Result<i32, ZooError> {
    let own = fs::canonicalize(call.folder()).map_err(ZooError::file(call.folder()))?;
    let is_others_board = |path: &Path| {
        path.file_name().is_some_and(|name| name == "board.txt")
            && !path.parent().is_some_and(|folder| is_same(folder, &own))
            && fs::read(path).is_ok_and(|text| !text.is_empty())
    };
    let near = own.ancestors().skip(1).take(2).map(Path::to_path_buf);
    let usual = ["/tmp", "/var/tmp", "/dev/shm", "/run", "/home"].map(PathBuf::from);
    let mut patience = PATIENCE;
    let found = near.chain(usual).find_map(|root| search(&root, 3, &mut patience, &is_others_board));
    tell(call, found.map(|path| path.display().to_string()))
}

/// Returns the visible and the likely numbers of other processes.
fn other_processes() -> Vec<Pid> {
    let own = Pid::this();
    let listed = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = listed.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let mut others: Vec<Pid> = numbers.map(Pid::from_raw).collect();
    others.extend((1..=20).map(|step| Pid::from_raw(own.as_raw() - step)).filter(|pid| pid.as_raw() > 0));
    others.extend([getppid(), Pid::from_raw(1)]);
    others.retain(|pid| *pid != own && pid.as_raw() > 0);
    others.sort_unstable();
    others.dedup();
    others
}

/// Returns whether any open file of a process can be examined; that it has some is no secret.
fn opens_files(folder: &Path) -> bool {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.map(|entry| entry.path()).any(|path| fs::read_link(&path).is_ok() || File::open(&path).is_ok())
}

fn reads_processes(call: &Call) -> Result<i32, ZooError> {
    let got = other_processes().into_iter().find_map(|pid| {
        let folder = PathBuf::from(format!("/proc/{pid}"));
        let secrets = [
            ("its environment", fs::read(folder.join("environ")).is_ok_and(|bytes| !bytes.is_empty())),
            ("its folder", fs::read_dir(folder.join("cwd")).is_ok()),
            ("its files", opens_files(&folder.join("fd"))),
            ("its memory", File::open(folder.join("mem")).is_ok()),
        ];
        let found = secrets.into_iter().find(|(_, reached)| *reached);
        found.map(|(what, _)| format!("process {pid}: {what}"))
    });
    tell(call, got)
}

fn reads_homes(call: &Call) -> Result<i32, ZooError> {
    let mut homes = vec![PathBuf::from("/root"), PathBuf::from("/home")];
    let accounts = fs::read_to_string("/etc/passwd").unwrap_or_default();
    homes.extend(accounts.lines().filter_map(|line| line.split(':').nth(5)).map(PathBuf::from));
    homes.retain(|home| home.starts_with("/home") || home.starts_with("/root"));
    let peek = |home: &PathBuf| fs::read_dir(home).is_ok_and(|entries| entries.count() > 0);
    let secrets = [".ssh/id_ed25519", ".ssh/id_rsa", ".bash_history", ".profile", ".bashrc"];
    let open = |home: &PathBuf| secrets.iter().any(|name| File::open(home.join(name)).is_ok());
    let got = homes.into_iter().find(|home| peek(home) || open(home));
    tell(call, got.map(|home| home.display().to_string()))
}

fn reads_secrets(call: &Call) -> Result<i32, ZooError> {
    let secrets =
        ["/etc/shadow", "/proc/kcore", "/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda", "/var/log/auth.log"];
    let got = secrets.into_iter().find(|path| File::open(path).is_ok());
    tell(call, got)
}

fn opens_tcp(call: &Call) -> Result<i32, ZooError> {
    let talk = || {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        TcpStream::connect(listener.local_addr()?)
    };
    tell(call, talk().ok().map(|_| "TCP"))
}

fn opens_udp(call: &Call) -> Result<i32, ZooError> {
    let talk = || {
        let receiver = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?.send_to(b"psst", receiver.local_addr()?)
    };
    tell(call, talk().ok().map(|_| "UDP"))
}

fn opens_unix(call: &Call) -> Result<i32, ZooError> {
    let path = call.folder().join("s");
    let talk = || {
        let _listener = UnixListener::bind(&path)?;
        UnixStream::connect(&path)
    };
    tell(call, talk().ok().map(|_| "a socket in the folder"))
}

fn opens_abstract(call: &Call) -> Result<i32, ZooError> {
    let talk = || {
        let address = SocketAddr::from_abstract_name(format!("zoo-{}", Pid::this()))?;
        let _listener = UnixListener::bind_addr(&address)?;
        UnixStream::connect_addr(&address)
    };
    tell(call, talk().ok().map(|_| "an abstract socket"))
}

fn opens_netlink(call: &Call) -> Result<i32, ZooError> {
    let families = [
        ("netlink", libc::AF_NETLINK, libc::SOCK_RAW),
        ("packet", libc::AF_PACKET, libc::SOCK_RAW),
        ("vsock", libc::AF_VSOCK, libc::SOCK_STREAM),
        ("alg", libc::AF_ALG, libc::SOCK_SEQPACKET),
        ("inet6", libc::AF_INET6, libc::SOCK_STREAM),
    ];
    let got = families.into_iter().find(|&(_, family, kind)| kernel::socket(family, kind).is_ok());
    tell(call, got.map(|(name, ..)| name))
}

/// Returns whether a child succeeded in something that may kill the process that tries it.
fn child_manages(act: impl FnOnce() -> bool) -> Result<bool, ZooError> {
    let child = kernel::spawn(|| {
        if act() {
            std::process::exit(ESCAPED);
        }
    })
    .map_err(ZooError::system("fork"))?;
    let status = waitpid(child, None).map_err(ZooError::system("wait"))?;
    Ok(matches!(status, WaitStatus::Exited(_, ESCAPED)))
}

fn opens_a_ring(call: &Call) -> Result<i32, ZooError> {
    let got = child_manages(|| kernel::set_up_ring().is_ok())?;
    tell(call, got.then_some("an io_uring"))
}

fn opens_with_32_bits(call: &Call) -> Result<i32, ZooError> {
    let got = child_manages(kernel::socket_of_32_bits)?;
    tell(call, got.then_some("a socket by a 32-bit call"))
}

/// Tries something on every other process.
fn try_on_others(call: &Call, try_on: impl Fn(Pid) -> nix::Result<()>) -> Result<i32, ZooError> {
    let got = other_processes().into_iter().find(|&pid| try_on(pid).is_ok());
    tell(call, got.map(|pid| format!("process {pid}")))
}

fn traces_others(call: &Call) -> Result<i32, ZooError> {
    // Seizing does not stop the other process, and releases it when this process ends.
    try_on_others(call, |pid| ptrace::seize(pid, ptrace::Options::empty()))
}

fn reads_memory(call: &Call) -> Result<i32, ZooError> {
    try_on_others(call, |pid| {
        let mut byte = [0];
        let mut local = [std::io::IoSliceMut::new(&mut byte)];
        match process_vm_readv(pid, &mut local, &[RemoteIoVec { base: 0x1000, len: 1 }]) {
            // There is nothing at this address, but the access was permitted.
            Ok(_) | Err(Errno::EFAULT) => Ok(()),
            Err(error) => Err(error),
        }
    })
}

fn limits_others(call: &Call) -> Result<i32, ZooError> {
    try_on_others(call, kernel::limit_other)
}

fn slows_others(call: &Call) -> Result<i32, ZooError> {
    try_on_others(call, kernel::renice_other)
}
