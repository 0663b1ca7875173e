package dev.loomweight.samples;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The gallery of what pins virtual threads: lists its exhibits, or runs one.
 *
 * <p>Arguments: none for the list, or the name of an exhibit. Exit status 0 is fine, 1 an exhibit that could not show
 * its cause, 2 bad usage.
 */
public final class Gallery {

    private static final String PACKAGE = "gallery";

    private Gallery() {}

    /**
     * Lists the exhibits or runs one.
     *
     * @param args nothing, or the name of an exhibit
     * @throws Exception what the exhibit throws
     */
    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        if (args.length == 0) {
            for (String name : names()) {
                Expected expected = Expected.of(name);
                out.printf(Locale.ROOT, "%-26s %s%n", name, expected.shows());
                expected.flags().forEach(flag -> out.printf(Locale.ROOT, "%-26s   needs %s%n", "", flag));
            }
            return;
        }
        String problem = problemOf(args);
        if (!problem.isEmpty()) {
            System.err.println("gallery: " + problem);
            System.exit(2);
        }
        create(args[0]).run();
        out.println(args[0] + ": done");
    }

    private static String problemOf(String[] args) throws IOException {
        if (args.length > 1) {
            return "one name at a time, not " + args.length;
        }
        if (!args[0].matches("[a-z][a-z-]*") || Gallery.class.getResource(Expected.resource(args[0])) == null) {
            return "no exhibit is called " + args[0] + "; without arguments, the gallery lists its exhibits";
        }
        List<String> flags = Expected.of(args[0]).flags();
        if (!flags.isEmpty()) {
            List<String> missing = new ArrayList<>(flags);
            missing.removeAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
            if (!missing.isEmpty()) {
                return args[0] + " needs this JVM to be started with " + String.join(" ", missing);
            }
        }
        return "";
    }

    /**
     * The names of all exhibits, in the order of the alphabet: words of lower case with hyphens between them, such as
     * {@code synchronized-block}.
     *
     * @throws IOException if the classes of the gallery cannot be listed
     */
    public static List<String> names() throws IOException {
        try {
            URI home = Gallery.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            Path path = Path.of(home);
            if (Files.isDirectory(path)) {
                return names(path);
            }
            try (FileSystem jar = FileSystems.newFileSystem(path)) {
                return names(jar.getPath("/"));
            }
        } catch (URISyntaxException e) {
            throw new IOException("the gallery cannot tell where it is", e);
        }
    }

    private static List<String> names(Path root) throws IOException {
        Path folder =
                root.resolve(Gallery.class.getPackageName().replace('.', '/')).resolve(PACKAGE);
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(path -> String.valueOf(path.getFileName()))
                    .filter(file -> file.endsWith(Expected.SUFFIX))
                    .map(file -> name(file.substring(0, file.length() - Expected.SUFFIX.length())))
                    .sorted()
                    .toList();
        }
    }

    /** The full name of an exhibit's class. */
    static String className(String name) {
        StringBuilder simple = new StringBuilder();
        for (String word : name.split("-", -1)) {
            simple.append(Character.toUpperCase(word.charAt(0))).append(word, 1, word.length());
        }
        return Gallery.class.getPackageName() + "." + PACKAGE + "." + simple;
    }

    private static String name(String simpleName) {
        return simpleName.replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    private static Exhibit create(String name) throws ReflectiveOperationException {
        return Class.forName(className(name))
                .asSubclass(Exhibit.class)
                .getConstructor()
                .newInstance();
    }
}
