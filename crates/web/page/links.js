'use strict';

// The links of a game: one for each seat that somebody else takes, and one for spectators.

function seatLink(id, secret) {
  return `${location.origin}/game/${id}#${secret}`;
}

function openLinks(room) {
  const content = el('div', { class: 'links' });
  const dialog = openDialog(tr('web-links'), content);
  const draw = () => {
    const { links } = room.stored;
    const seats = room.model.state.players.filter(({ who, kind }) => who === 'link' && kind !== 'engine');
    const parts = seats.map((player) => {
      const secret = links[player.number];
      const name = tr('player-with-mark', { name: playerName(player), mark: player.mark ?? player.number });
      return el(
        'section',
        { class: 'link-seat' },
        el('h3', {}, avatar(player.number, room.model.isGamma), el('span', {}, tr('web-link-for', { player: name }))),
        secret && room.isHost ? copyField(tr('web-link-for', { player: name }), seatLink(room.id, secret)) : null,
        !secret && room.isHost ? el('p', { class: 'quiet small' }, tr('web-link-unknown')) : null,
        room.isHost ? button(tr('web-renew'), { class: 'small' }, () => renew(player), tr('web-renew')) : null,
      );
    });
    if (seats.length && !room.isHost) parts.splice(0, parts.length, el('p', { class: 'quiet' }, tr('web-links-host')));
    if (seats.length && room.isHost) parts.unshift(el('p', { class: 'quiet' }, tr('web-links-about')));
    const own = room.stored.secrets[0];
    if (own && room.seats.length) {
      parts.push(el('section', { class: 'link-seat' }, el('h3', {}, tr('web-link-own')), copyField(tr('web-link-own'), seatLink(room.id, own))));
    }
    parts.push(el('section', { class: 'link-seat' }, el('h3', {}, tr('web-link-watch')), copyField(tr('web-link-watch'), `${location.origin}/game/${room.id}`)));
    content.replaceChildren(...parts);
  };
  const renew = async (player) => {
    try {
      const { number, secret } = await request('POST', `/games/${room.id}/seats/${player.number}/renew`, undefined, room.stored.host);
      room.stored = noteGame(room.id, { links: { ...room.stored.links, [number]: secret } });
      notice(tr('web-renewed'));
      if (dialog.open) draw();
    } catch (error) {
      failed(error);
    }
  };
  draw();
}
