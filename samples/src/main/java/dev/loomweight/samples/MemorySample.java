package dev.loomweight.samples;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * A program of the package {@code memory}, and what a report on its memory must say: its {@code .expected} file, of two
 * stanzas of {@code Key: value}.
 *
 * @param name words of lower case with hyphens between them, such as {@code direct-buffers}
 * @param shows one line: what it is there for
 * @param part the part of the process' memory, as the report calls it, that holds what the sample made
 * @param leastBytes the least that must be resident of that part, in bytes
 * @param mostBytes the most
 * @param finding the key of the finding that names it
 */
public record MemorySample(String name, String shows, String part, long leastBytes, long mostBytes, String finding) {

    /** The samples, in the order of the alphabet. */
    public static final List<String> NAMES = List.of("direct-buffers", "freed-malloc", "mapped-file");

    /** The full name of its main class. */
    public String mainClass() {
        return MemorySample.class.getPackageName() + ".memory." + simpleName(name);
    }

    /**
     * Reads what is expected of a sample.
     *
     * @param name one of {@link #NAMES}
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if there is no such sample, or its file is not in this form
     */
    public static MemorySample of(String name) throws IOException {
        try (InputStream in = MemorySample.class.getResourceAsStream("memory/" + simpleName(name) + Expected.SUFFIX)) {
            if (in == null) {
                throw new IllegalArgumentException("no sample " + name);
            }
            List<Stanza> stanzas = Stanza.parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            if (stanzas.size() != 2) {
                throw new IllegalArgumentException(name + " needs what it shows, and what must be found");
            }
            Stanza found = stanzas.get(1);
            MemorySample sample = new MemorySample(
                    name,
                    stanzas.get(0).get("Shows", ""),
                    found.get("Part", ""),
                    Long.parseLong(found.get("LeastBytes", "")),
                    Long.parseLong(found.get("MostBytes", "")),
                    found.get("Finding", ""));
            stanzas.forEach(Stanza::noOtherKeys);
            return sample;
        }
    }

    private static String simpleName(String name) {
        StringBuilder simple = new StringBuilder();
        for (String word : name.split("-", -1)) {
            simple.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word, 1, word.length());
        }
        return simple.toString();
    }
}
