package dev.loomweight.samples;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What must be found when an exhibit runs under capture: its {@code .expected} file.
 *
 * <p>The file is lines of {@code Key: value}, in stanzas with an empty line between them; a line that starts with
 * {@code #} is a comment. The first stanza is about the exhibit, each further one is a {@link Site}. Keys that can come
 * more than once in a stanza are {@code Flag}, {@code Cause} and {@code Innocent}. docs/lab.md explains them all.
 *
 * @param shows one line: what the exhibit is there for
 * @param flags what the JVM must be started with
 * @param innocent frames that stand in the stacks of pins and must never be blamed
 * @param sites what is found, JDK by JDK
 */
public record Expected(String shows, List<String> flags, List<String> innocent, List<Site> sites) {

    static final String SUFFIX = ".expected";

    public Expected {
        flags = List.copyOf(flags);
        innocent = List.copyOf(innocent);
        sites = List.copyOf(sites);
    }

    /**
     * The events that there must be on a JDK, those that are no pins included.
     *
     * @param jdk the JDK
     * @param stackDepth the depth of recorded stacks, in frames
     */
    public List<Site> on(Site.Jdk jdk, int stackDepth) {
        return sites.stream()
                .filter(site -> site.jdks().contains(jdk))
                .filter(site -> site.stack().depth() == 0 || site.stack().depth() == stackDepth)
                .filter(site -> !site.event().isEmpty())
                .toList();
    }

    /**
     * Reads what is expected of an exhibit.
     *
     * @param name its name, such as {@code synchronized-block}
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if there is no such exhibit, or its file is not in this form
     */
    public static Expected of(String name) throws IOException {
        String resource = resource(name);
        try (InputStream in = Expected.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalArgumentException("no exhibit " + name + ": " + resource + " is missing");
            }
            return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    static String resource(String name) {
        return "/" + Gallery.className(name).replace('.', '/') + SUFFIX;
    }

    /**
     * Reads the text of a file.
     *
     * @throws IllegalArgumentException if it does not have the form in the class comment
     */
    public static Expected parse(String text) {
        List<Stanza> stanzas = Stanza.parse(text);
        if (stanzas.size() < 2) {
            throw new IllegalArgumentException("no verdict");
        }
        Stanza head = stanzas.get(0);
        Expected expected = new Expected(
                head.get("Shows", ""),
                head.all("Flag"),
                head.all("Innocent"),
                stanzas.subList(1, stanzas.size()).stream().map(Site::of).toList());
        stanzas.forEach(Stanza::noOtherKeys);
        return expected;
    }
}
