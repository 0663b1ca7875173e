package dev.loomweight.terminal;

import org.jline.keymap.KeyMap;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;
import org.jspecify.annotations.Nullable;

/** A key of a full screen. A screen ignores those that it has no use for. */
public enum Key {
    /** Arrow up. */
    UP("k", Capability.key_up, "\u001b[A"),
    /** Arrow down. */
    DOWN("j", Capability.key_down, "\u001b[B"),
    /** Arrow to the right. */
    RIGHT("", Capability.key_right, "\u001b[C"),
    /** Arrow to the left. */
    LEFT("", Capability.key_left, "\u001b[D"),
    /** To the beginning. */
    HOME("g<", Capability.key_home, "\u001b[H"),
    /** To the end. */
    END("G>", Capability.key_end, "\u001b[F"),
    /** A page up. */
    PAGE_UP("b", Capability.key_ppage, "\u001b[5~"),
    /** A page down. */
    PAGE_DOWN("f", Capability.key_npage, "\u001b[6~"),
    /** The space bar. */
    SPACE(" "),
    /** Enter. */
    ENTER("\r\n"),
    /** Escape, or backspace. */
    ESCAPE("\u001b\u007f"),
    /** Asks for a text to search. */
    SEARCH("/"),
    /** Searches on. */
    NEXT("n"),
    /** Searches backwards. */
    PREVIOUS("N"),
    /** Pauses. */
    PAUSE("p"),
    /** Changes the order. */
    SORT("s"),
    /** Writes to disk. */
    DUMP("d"),
    /** Asks who waits for whom. */
    WAITS("w"),
    /** Asks what threads weigh. */
    WEIGH("t"),
    /** Shows the keys. */
    HELP("?h"),
    /** Draws the screen again. */
    REDRAW("\f"),
    /** Quits; also Ctrl-C and Ctrl-D. */
    QUIT("q\u0003\u0004");

    // One character each, in a string, since an array can be written to.
    private final String characters;
    private final @Nullable Capability capability;
    private final String usual;

    Key(String characters) {
        this(characters, null, "");
    }

    Key(String characters, @Nullable Capability capability, String usual) {
        this.characters = characters;
        this.capability = capability;
        this.usual = usual;
    }

    /**
     * A line of a screen's help.
     *
     * @param keys what is printed on the keys
     * @param effect what they do
     */
    public record Help(String keys, String effect) {}

    /** All keys, by what most terminals send for them and by what this one declares. */
    static KeyMap<Key> map(Terminal terminal) {
        KeyMap<Key> map = new KeyMap<>();
        for (Key key : values()) {
            key.characters.codePoints().forEach(character -> map.bind(key, Character.toString(character)));
            if (key.capability != null) {
                map.bind(key, key.usual);
                String declared = KeyMap.key(terminal, key.capability);
                if (declared != null && !declared.isEmpty()) {
                    map.bind(key, declared);
                }
            }
        }
        return map;
    }
}
