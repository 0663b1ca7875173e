package dev.loomweight.terminal;

import java.io.IOError;
import org.jline.keymap.BindingReader;
import org.jline.keymap.KeyMap;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.jspecify.annotations.Nullable;

/**
 * What the keys of a terminal mean to a screen. Not safe for threads.
 *
 * @param <K> the meanings
 */
public final class KeyReader<K> {

    /** The longest wait for the rest of a key that begins with escape. */
    private static final long ESCAPE_MILLIS = 50;

    private final Terminal terminal;
    private final K end;
    private final BindingReader reader;
    private final KeyMap<K> keys = new KeyMap<>();

    /** A key that is no character: what it sends depends on the terminal. */
    public enum Special {
        /** Arrow up. */
        UP(Capability.key_up, "\u001b[A"),
        /** Arrow down. */
        DOWN(Capability.key_down, "\u001b[B"),
        /** Arrow to the right. */
        RIGHT(Capability.key_right, "\u001b[C"),
        /** Arrow to the left. */
        LEFT(Capability.key_left, "\u001b[D"),
        /** To the beginning. */
        HOME(Capability.key_home, "\u001b[H"),
        /** To the end. */
        END(Capability.key_end, "\u001b[F"),
        /** A page up. */
        PAGE_UP(Capability.key_ppage, "\u001b[5~"),
        /** A page down. */
        PAGE_DOWN(Capability.key_npage, "\u001b[6~");

        private final Capability capability;
        private final String usual;

        Special(Capability capability, String usual) {
            this.capability = capability;
            this.usual = usual;
        }
    }

    /**
     * Prepares to read; no key means anything yet.
     *
     * @param end what it means that the terminal's input has ended
     */
    public KeyReader(Terminal terminal, K end) {
        this.terminal = terminal;
        this.end = end;
        this.reader = new BindingReader(terminal.reader());
        keys.setAmbiguousTimeout(ESCAPE_MILLIS);
    }

    /** Gives a meaning to what a terminal sends, whatever its type. */
    public void bind(K key, String... sequences) {
        keys.bind(key, sequences);
    }

    /** Gives a meaning to a key: to what most terminals send for it, and to what this one says that it sends. */
    public void bind(K key, Special special) {
        keys.bind(key, special.usual);
        String told = KeyMap.key(terminal, special.capability);
        if (told != null && !told.isEmpty()) {
            keys.bind(key, told);
        }
    }

    /**
     * Waits for a key.
     *
     * @param millis the longest wait, at least 1
     * @return what it means; null where none was pressed in time, or one that means nothing
     * @throws IOError if the terminal is gone, or the thread is interrupted
     */
    public @Nullable K read(long millis) {
        int character = reader.peekCharacter(millis);
        if (character == NonBlockingReader.EOF) {
            return end;
        }
        return character == NonBlockingReader.READ_EXPIRED ? null : reader.readBinding(keys, null, false);
    }

    /**
     * Waits for a character, whatever it means as a key.
     *
     * @return its code point; negative where the terminal's input has ended
     * @throws IOError if the terminal is gone, or the thread is interrupted
     */
    public int readCharacter() {
        return reader.readCharacter();
    }
}
