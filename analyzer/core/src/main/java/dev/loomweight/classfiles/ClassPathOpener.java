package dev.loomweight.classfiles;

import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Opens the entries of a class path, in its order; each file once. */
public final class ClassPathOpener {

    private static final String QUARKUS = "io.quarkus.bootstrap.runner.QuarkusEntryPoint";

    private final int javaVersion;
    private final Predicate<Path> readable;
    private final Consumer<String> notes;
    private final Set<Path> seen = new HashSet<>();
    private final List<ClassContainer> containers = new ArrayList<>();
    private final Map<Path, ClassContainer> jars = new HashMap<>();

    /**
     * An opener.
     *
     * @param javaVersion the feature version that decides what a multi-release jar gives; 0 where it is not known
     * @param readable which files and folders may be read
     * @param notes takes what could not be read, one sentence each
     */
    public ClassPathOpener(int javaVersion, Predicate<Path> readable, Consumer<String> notes) {
        this.javaVersion = javaVersion;
        this.readable = readable;
        this.notes = notes;
    }

    /** Opens entries: folders, jars, {@code dir/*}. What cannot be opened is a note. The caller closes what it gets. */
    public List<ClassContainer> open(List<String> entries) {
        for (String entry : entries) {
            try {
                open(entry);
            } catch (InvalidPathException e) {
                notes.accept("Class path entry " + entry + " is not a valid path: " + ErrorText.of(e) + ".");
            }
        }
        return containers;
    }

    private void open(String entry) {
        if (entry.equals("*") || entry.endsWith("/*") || entry.endsWith("\\*")) {
            jarsIn(Path.of(entry.substring(0, entry.length() - 1)));
            return;
        }
        Path path = Path.of(entry);
        if (Files.isDirectory(path)) {
            directory(path);
        } else if (Files.isRegularFile(path)) {
            file(path);
        } else if (Files.exists(path)) {
            notes.accept("Class path entry " + entry + " is a pipe or a device, not a file.");
        } else {
            notes.accept("Class path entry " + entry + " does not exist.");
        }
    }

    private void file(Path path) {
        Path home = ImageClasses.homeOf(path);
        if (home == null) {
            jar(path);
        } else if (mayRead(path)) {
            try {
                containers.add(ImageClasses.open(home));
            } catch (IOException e) {
                notes.accept("Cannot read " + path + ": " + ErrorText.of(e) + ".");
            }
        }
    }

    private void directory(Path directory) {
        if (!seen.add(directory.toAbsolutePath().normalize()) || !mayRead(directory)) {
            return;
        }
        containers.add(new DirectoryClasses(directory, readable));
        // A fat jar or war that was unpacked.
        for (String own : List.of("BOOT-INF", "WEB-INF")) {
            Path classes = directory.resolve(own).resolve("classes");
            if (Files.isDirectory(classes)) {
                containers.add(new DirectoryClasses(classes, readable));
            }
            Path lib = directory.resolve(own).resolve("lib");
            if (Files.isDirectory(lib)) {
                jarsIn(lib);
            }
        }
    }

    private boolean mayRead(Path path) {
        boolean may = readable.test(path);
        if (!may) {
            notes.accept("Class path entry " + path + " is outside of what may be read, and was left out.");
        }
        return may;
    }

    private void jarsIn(Path directory) {
        jarsIn(directory, false);
    }

    private void jarsIn(Path directory, boolean own) {
        if (!mayRead(directory)) {
            return;
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.{jar,JAR}")) {
            files.forEach(found::add);
        } catch (IOException | DirectoryIteratorException e) {
            notes.accept("Cannot list the jars of directory " + directory + ": "
                    + e.getClass().getSimpleName() + ".");
        }
        // The order of a JVM is not specified; this one is always the same.
        found.stream().filter(Files::isRegularFile).sorted().forEach(jar -> jar(jar, own));
    }

    /** The layout that Quarkus calls fast-jar: no manifest lists it. */
    private void quarkus(@Nullable Path home) {
        if (home == null) {
            return;
        }
        for (String folder : List.of("app", "quarkus", "lib/main", "lib/boot")) {
            Path jarsOf = home.resolve(folder);
            if (Files.isDirectory(jarsOf)) {
                jarsIn(jarsOf, folder.equals("app"));
            }
        }
    }

    /** The jar of a path among those that were opened, or null. */
    public @Nullable ClassContainer jarAt(Path path) {
        return jars.get(path.toAbsolutePath().normalize());
    }

    private void jar(Path path) {
        jar(path, false);
    }

    private void jar(Path path, boolean own) {
        if (!seen.add(path.toAbsolutePath().normalize()) || !mayRead(path)) {
            return;
        }
        FileBytes file = null;
        try {
            file = new FileBytes(path);
            JarClasses jar = JarClasses.open(
                    path.toString(), file, javaVersion, broken -> notes.accept("Cannot read " + broken + "."));
            OpenJar open = new OpenJar(jar, file, own);
            containers.add(open);
            jars.put(path.toAbsolutePath().normalize(), open);
            if (QUARKUS.equals(jar.startClass())) {
                quarkus(path.toAbsolutePath().getParent());
            }
            jar.classPath().forEach(listed -> listed(path, listed));
        } catch (IOException | RuntimeException e) {
            notes.accept("Cannot read " + path + ": " + ErrorText.of(e) + ".");
            closeQuietly(file);
        }
    }

    private static void closeQuietly(@Nullable FileBytes file) {
        try {
            if (file != null) {
                file.close();
            }
        } catch (IOException e) {
            // It was only read, and its problem is already reported.
        }
    }

    // What is listed need not be there: a JVM ignores it then.
    private void listed(Path jar, String listed) {
        try {
            URI uri = jar.toUri().resolve(listed);
            Path path = "file".equals(uri.getScheme()) ? Path.of(uri) : null;
            if (path != null && Files.isDirectory(path)) {
                directory(path);
            } else if (path != null && Files.isRegularFile(path)) {
                jar(path);
            }
        } catch (IllegalArgumentException e) {
            notes.accept(
                    "The manifest of " + jar + " lists " + listed + ", which is not a file: " + ErrorText.of(e) + ".");
        }
    }

    /** @param own whether its layout has the application's own there */
    private record OpenJar(JarClasses jar, FileBytes file, boolean own) implements ClassContainer {

        @Override
        public @Nullable ClassBytes find(String path) throws IOException {
            ClassBytes found = jar.find(path);
            Archive archive = found == null ? null : found.archive();
            return found == null || archive == null || !own
                    ? found
                    : new ClassBytes(found.origin(), found.bytes(), archive.asClasses());
        }

        @Override
        public @Nullable String startClass() {
            return jar.startClass();
        }

        @Override
        public boolean holdsOwn() {
            return own || jar.holdsOwn();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
