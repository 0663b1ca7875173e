package dev.loomweight.command;

import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.recording.ReaderChoice;
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
 * @param maxUnpackedBytes what compressed inputs and standard input may hold together, in bytes, or 0 for the usual limit
 * @param showSecrets whether JDK Mission Control's rules are given the events that can hold secrets, and may quote them
 */
public record Request(
        List<Path> paths,
        String reader,
        boolean jmcRules,
        PinRequest pins,
        long limitBytes,
        long maxUnpackedBytes,
        boolean showSecrets) {

    /** The words for readers of recordings. */
    public static final List<String> READERS =
            Arrays.stream(ReaderChoice.values()).map(Request::word).toList();

    /** The word for the reader that is taken where none is asked for. */
    public static final String AUTO = word(ReaderChoice.AUTO);

    /** A request that leaves the sizing to what was captured. */
    public Request(List<Path> paths, String reader, boolean jmcRules, PinRequest pins) {
        this(paths, reader, jmcRules, pins, 0, 0, false);
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
        return new Request(List.of(paths), AUTO, false, PinRequest.NONE, 0, 0, false);
    }

    /** The same with other words on pins. */
    public Request with(PinRequest other) {
        return new Request(paths, reader, jmcRules, other, limitBytes, maxUnpackedBytes, showSecrets);
    }

    /** The same with another limit of what is unpacked, in bytes, or 0 for the usual one. */
    public Request withMaxUnpacked(long bytes) {
        return new Request(paths, reader, jmcRules, pins, limitBytes, bytes, showSecrets);
    }

    /** Opens inputs as it says: its paths, where running JVMs have become captures. */
    Inputs open(List<Path> files) {
        return Inputs.open(files, choice(), maxUnpackedBytes);
    }

    /** The reader. */
    ReaderChoice choice() {
        return ReaderChoice.valueOf(reader.toUpperCase(Locale.ROOT));
    }

    private static String word(ReaderChoice choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }
}
