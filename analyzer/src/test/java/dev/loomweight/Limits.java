package dev.loomweight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Numbers of the house that may fall and not rise, in {@code limits.tsv}. What has fallen is written there, so that it stays;
 * where one must rise, the commit that raises it says why.
 */
public final class Limits {

    private static final Path FILE = Path.of("src/test/resources/limits.tsv");

    /** A number over this may be a hundredth below its limit, so that not every change has to write it anew. */
    private static final int MAX_EXACT = 1000;

    private static final int SLACK = 100;

    private Limits() {}

    /**
     * Holds a number to its limit.
     *
     * @param name the name of the limit
     * @throws AssertionError if the number is higher, or so much lower that the limit is to be lowered
     */
    public static void hold(String name, long measured) {
        Map<String, Long> limits = all();
        assertThat(limits).as("lines of %s", FILE).containsKey(name);
        long limit = limits.getOrDefault(name, 0L);
        assertThat(measured)
                .as("%s: more than its limit; a commit that raises the limit says why", name)
                .isLessThanOrEqualTo(limit);
        assertThat(measured)
                .as("%s: it has fallen; write the lower number in %s", name, FILE)
                .isGreaterThanOrEqualTo(limit > MAX_EXACT ? limit - limit / SLACK : limit);
    }

    private static Map<String, Long> all() {
        try {
            return Files.readAllLines(FILE).stream()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .collect(Collectors.toMap(cells -> cells[0], cells -> Long.parseLong(cells[1])));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
