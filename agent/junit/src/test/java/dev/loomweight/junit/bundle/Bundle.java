package dev.loomweight.junit.bundle;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Copies the classes that the judge can reach, and the resources next to them, from the class path of the build into the
 * folder of the artifact from which they are loaded when tests run: {@code Bundle FOLDER CLASSPATH}.
 */
public final class Bundle {

    private static final String JUDGE = "dev/loomweight/junit/judge/PinJudge";
    private static final String OURS = "dev/loomweight/";

    /** As the loader expects it. */
    private static final String SUFFIX = ".classdata";

    /** The licences of the libraries that are packed, in the analyzer's resources. */
    private static final List<String> LICENCES = List.of("antlr", "asm", "re2j");

    /**
     * What is named and never used: the JDK, what the loader shows of this artifact, and libraries for questions other
     * than pins (JMC's reader comes third, for files that the JVM at hand has not written; of picocli there are two types
     * of exceptions and converters).
     */
    private static final Pattern LEFT_OUT = Pattern.compile(
            "(java|javax|jdk|sun|com/sun|org/jspecify|org/openjdk/jmc|org/owasp|org/apache/commons|com/google/errorprone"
                    + "|dev/loomweight/junit/spi|dev/loomweight/input/recording/reader/jmc)/.*|picocli/CommandLine");

    private static final Pattern DESCRIPTOR = Pattern.compile("L([\\w/$]+);");
    private static final int CLASS = 7;
    private static final int UTF8 = 1;

    private final List<Path> roots;
    private final Path target;
    private final Set<String> seen = new LinkedHashSet<>();
    private final Deque<String> next = new ArrayDeque<>();
    private final Set<String> packages = new TreeSet<>();

    private Bundle(List<Path> roots, Path target) {
        this.roots = roots;
        this.target = target;
    }

    /**
     * Makes the folder anew.
     *
     * @param arguments the folder of class files, and the class path with its separators
     * @throws IOException if anything cannot be read or written
     */
    public static void main(String[] arguments) throws IOException {
        Path classes = Path.of(arguments[0]);
        List<FileSystem> jars = new ArrayList<>();
        try {
            List<Path> roots = new ArrayList<>(List.of(classes));
            for (String entry : arguments[1].split(File.pathSeparator, -1)) {
                Path path = Path.of(entry);
                if (!entry.isEmpty() && Files.isDirectory(path)) {
                    roots.add(path);
                } else if (Files.isRegularFile(path)) {
                    FileSystem jar = FileSystems.newFileSystem(path);
                    jars.add(jar);
                    roots.add(jar.getPath("/"));
                }
            }
            Path target = classes.resolve("META-INF/loomweight/judge");
            delete(target);
            Bundle bundle = new Bundle(roots, target);
            bundle.classes();
            bundle.resources();
            bundle.licences(classes.resolve("META-INF/licenses"));
        } finally {
            for (FileSystem jar : jars) {
                jar.close();
            }
        }
    }

    private void classes() throws IOException {
        want(JUDGE);
        while (!next.isEmpty()) {
            String name = next.remove();
            Path file = find(name + ".class");
            if (file == null) {
                // An optional library of a library.
                continue;
            }
            byte[] bytes = Files.readAllBytes(file);
            Path copy = target.resolve(name + SUFFIX);
            Files.createDirectories(copy.getParent());
            Files.write(copy, bytes);
            packages.add(name.substring(0, name.lastIndexOf('/') + 1));
            named(bytes);
        }
    }

    /** All that the constant pool names, as a class or in a descriptor. */
    private void named(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        char[] buffer = new char[reader.getMaxStringLength()];
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            int tag = offset == 0 ? 0 : reader.readByte(offset - 1);
            if (tag == CLASS) {
                String name = reader.readUTF8(offset, buffer);
                if (name.startsWith("[")) {
                    descriptors(name);
                } else {
                    want(name);
                }
            } else if (tag == UTF8) {
                int length = reader.readUnsignedShort(offset);
                descriptors(new String(bytes, offset + 2, length, StandardCharsets.ISO_8859_1));
            }
        }
    }

    private void descriptors(String text) {
        Matcher matcher = DESCRIPTOR.matcher(text);
        while (matcher.find()) {
            want(matcher.group(1));
        }
    }

    private void want(String name) {
        if (!LEFT_OUT.matcher(name).matches() && seen.add(name)) {
            next.add(name);
        }
    }

    private @Nullable Path find(String name) {
        return roots.stream()
                .map(root -> root.resolve(name))
                .filter(Files::isRegularFile)
                .findFirst()
                .orElse(null);
    }

    /** What lies next to our own classes that are packed: tables of what is known by name. */
    private void resources() throws IOException {
        for (String folder : packages) {
            if (folder.startsWith(OURS)) {
                for (Path root : roots) {
                    copyResources(root.resolve(folder), target.resolve(folder));
                }
            }
        }
    }

    private static void copyResources(Path from, Path to) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = file.getFileName().toString();
                if (!name.endsWith(".class")) {
                    Files.copy(file, to.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private void licences(Path to) throws IOException {
        for (String library : LICENCES) {
            Path licence = find("META-INF/licenses/" + library + "/LICENSE.txt");
            if (licence == null) {
                throw new IOException("the licence of " + library + " is not on the class path");
            }
            Path copy = to.resolve(library).resolve("LICENSE.txt");
            Files.createDirectories(copy.getParent());
            if (!copy.equals(licence)) {
                Files.copy(licence, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
