package dev.loomweight.command;

import dev.loomweight.source.recording.ReaderChoice;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What a {@link Question} is asked of, and how its inputs are to be read.
 *
 * @param paths captures, folders of captures, recordings, texts, numbers of running JVMs; at least one
 * @param reader by what recordings are read: one of {@link #READERS}
 * @param jmcRules whether JDK Mission Control's rules are to be run over every recording, in a section of their own
 * @param pins which pins, and by what class files
 * @param limitBytes the container's limit to size for, in bytes, or 0 for the one that was captured
 */
public record Request(List<Path> paths, String reader, boolean jmcRules, PinRequest pins, long limitBytes) {

    /** The words for readers of recordings. */
    public static final List<String> READERS =
            Arrays.stream(ReaderChoice.values()).map(Request::word).toList();

    /** The word for the reader that is taken where none is asked for. */
    public static final String AUTO = word(ReaderChoice.AUTO);

    /** A request that leaves the sizing to what was captured. */
    public Request(List<Path> paths, String reader, boolean jmcRules, PinRequest pins) {
        this(paths, reader, jmcRules, pins, 0);
    }

    /** @throws IllegalArgumentException if there is no such reader */
    public Request {
        paths = List.copyOf(paths);
        if (!READERS.contains(reader)) {
            throw new IllegalArgumentException("no reader " + reader + "; there are " + String.join(", ", READERS));
        }
    }

    /** A request that leaves all else to Loomweight. */
    public static Request of(Path... paths) {
        return new Request(List.of(paths), AUTO, false, PinRequest.NONE, 0);
    }

    /** The same with other words on pins. */
    public Request with(PinRequest other) {
        return new Request(paths, reader, jmcRules, other, limitBytes);
    }

    /** The reader. */
    ReaderChoice choice() {
        return ReaderChoice.valueOf(reader.toUpperCase(Locale.ROOT));
    }

    private static String word(ReaderChoice choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }
}
