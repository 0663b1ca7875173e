package dev.loomweight.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The examples in the help of commands and in man pages: command lines, each with what it does after {@code  # }.
 *
 * @param byCommand by the words of a command, without {@code loomweight}
 */
record Examples(Map<String, List<String>> byCommand) {

    /** Those of all commands; no command line but one for help needs them. */
    static Examples all() {
        Map<String, List<String>> all = new HashMap<>();
        List<String> of = new ArrayList<>();
        try (InputStream in = Objects.requireNonNull(Examples.class.getResourceAsStream("examples.txt"))) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.startsWith("[")) {
                    of = new ArrayList<>();
                    all.put(line.substring(1, line.length() - 1), of);
                } else if (!line.isEmpty() && !line.startsWith("#")) {
                    of.add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Examples(all);
    }

    /** Those of a command, by the names of the commands that lead to it; empty where it has none. */
    List<String> of(List<String> path) {
        return byCommand.getOrDefault(String.join(" ", path), List.of());
    }
}
