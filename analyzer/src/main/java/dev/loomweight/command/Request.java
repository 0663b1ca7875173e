package dev.loomweight.command;

import dev.loomweight.input.recording.ReaderChoice;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of a {@link Question}, and how to read them.
 *
 * @param paths captures, recordings, folders of either, texts, process ids of running JVMs; at least one
 * @param reader the reader of recordings, one of {@link #READERS}
 * @param jmcRules whether to run JDK Mission Control's rules over every recording, for a section of their own
 * @param pins which pins to report, and where the class files are
 * @param limitBytes the container limit to recommend settings for, in bytes, or 0 for the captured one
 * @param maxUnpackedBytes limit for compressed inputs and standard input together, in bytes, or 0 for the default
 * @param showSecrets whether JDK Mission Control's rules see the events that can hold secrets, and may quote them
 * @param nmt how much of native memory a running JVM is asked for: {@code summary}, {@code detail}, or null for as much
 *     as it tracks
 * @param agent the agent's jar, which running JVMs are asked to load to say who owns their locks; null for none
 * @param weight whether of threads is asked what they weigh, and not why they do not move
 */
public record Request(
        List<Path> paths,
        String reader,
        boolean jmcRules,
        PinRequest pins,
        long limitBytes,
        long maxUnpackedBytes,
        boolean showSecrets,
        @Nullable String nmt,
        @Nullable Path agent,
        boolean weight) {

    /** The names of the readers of recordings. */
    public static final List<String> READERS =
            Arrays.stream(ReaderChoice.values()).map(Request::word).toList();

    /** The name of the default reader. */
    public static final String AUTO = word(ReaderChoice.AUTO);

    /** @throws IllegalArgumentException if there is no such reader */
    public Request {
        paths = List.copyOf(paths);
        if (!READERS.contains(reader)) {
            throw new IllegalArgumentException(
                    "unknown reader '" + reader + "'; expected one of " + String.join(", ", READERS));
        }
    }

    /** A request with default options. */
    public static Request of(Path... paths) {
        return of(List.of(paths), AUTO, false, 0, false);
    }

    /**
     * A request without the options that only some questions have.
     *
     * @throws IllegalArgumentException if there is no such reader
     */
    public static Request of(
            List<Path> paths, String reader, boolean jmcRules, long maxUnpackedBytes, boolean showSecrets) {
        return new Request(
                paths, reader, jmcRules, PinRequest.NONE, 0, maxUnpackedBytes, showSecrets, null, null, false);
    }

    /** The same of other paths. */
    public Request withPaths(List<Path> others) {
        return new Request(
                others, reader, jmcRules, pins, limitBytes, maxUnpackedBytes, showSecrets, nmt, agent, weight);
    }

    /** The same with another limit to recommend settings for, in bytes, or 0 for the captured one. */
    public Request withLimit(long bytes) {
        return new Request(paths, reader, jmcRules, pins, bytes, maxUnpackedBytes, showSecrets, nmt, agent, weight);
    }

    /** The same with another level of native memory, or null for as much as it is tracked. */
    public Request withNmt(@Nullable String level) {
        return new Request(
                paths, reader, jmcRules, pins, limitBytes, maxUnpackedBytes, showSecrets, level, agent, weight);
    }

    /** The same with other options for pins. */
    public Request with(PinRequest other) {
        return new Request(
                paths, reader, jmcRules, other, limitBytes, maxUnpackedBytes, showSecrets, nmt, agent, weight);
    }

    /** The same with another limit for compressed inputs, in bytes, or 0 for the default. */
    public Request withMaxUnpacked(long bytes) {
        return new Request(paths, reader, jmcRules, pins, limitBytes, bytes, showSecrets, nmt, agent, weight);
    }

    /** The same, for which running JVMs load an agent that says who owns their locks. */
    public Request withAgent(Path jar) {
        return new Request(paths, reader, jmcRules, pins, limitBytes, maxUnpackedBytes, showSecrets, nmt, jar, weight);
    }

    /** The same, which asks of threads what they weigh. */
    public Request withWeight() {
        return new Request(paths, reader, jmcRules, pins, limitBytes, maxUnpackedBytes, showSecrets, nmt, agent, true);
    }

    /** What it reads, open except for its paths. */
    CommandInputs inputs() {
        CommandInputs inputs =
                new CommandInputs(pins, ReaderChoice.valueOf(reader.toUpperCase(Locale.ROOT)), maxUnpackedBytes);
        if (agent != null) {
            inputs.askingOwners(agent);
        }
        if (jmcRules) {
            inputs.askingEvents();
        }
        return inputs;
    }

    /** The title of a report on some paths. */
    static String title(List<Path> paths) {
        return paths.stream().map(Path::toString).collect(Collectors.joining(", "));
    }

    private static String word(ReaderChoice choice) {
        return choice.name().toLowerCase(Locale.ROOT);
    }
}
