package dev.loomweight.bytecode;

import dev.loomweight.classfiles.Archive;
import dev.loomweight.classfiles.ClassBytes;
import dev.loomweight.classfiles.ClassContainer;
import dev.loomweight.classfiles.ClassPathOpener;
import dev.loomweight.classfiles.ErrorText;
import dev.loomweight.classfiles.ImageClasses;
import dev.loomweight.classfiles.JdkClasses;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where the class files of the recorded application are, and those of its JDK. The first place that has a class wins;
 * the JDK comes first, as it does for class loaders.
 *
 * <p>Nothing is opened before the first class is looked for. What cannot be read is a note and not an exception. Safe for
 * threads.
 */
public final class ClassPath implements Closeable {

    /** A class that every JDK has, so that looking for it reads nothing but the JDK. */
    private static final String EVERYWHERE = "java.lang.Thread";

    private final List<String> entries;
    private final @Nullable Path javaHome;
    private final int javaVersion;
    private final Predicate<Path> readable;
    // Null where no JVM is known.
    private final @Nullable TargetPaths targets;
    // In their order, since several threads find them.
    private final Set<String> notes = new TreeSet<>();
    private final Map<String, Boolean> newer = new ConcurrentHashMap<>();
    private volatile @Nullable List<ClassContainer> containers;
    private volatile List<String> mainClasses = List.of();
    private volatile boolean holdsOwn;
    private volatile boolean asked;
    private volatile @Nullable Thread ahead;
    private boolean closed;

    private ClassPath(
            List<String> entries,
            @Nullable Path javaHome,
            int javaVersion,
            List<TargetClasses> of,
            Predicate<Path> readable) {
        this.entries = List.copyOf(entries);
        this.javaHome = javaHome;
        this.javaVersion = javaVersion;
        this.readable = readable;
        this.targets = of.isEmpty() ? null : new TargetPaths(of, entries.isEmpty(), javaHome == null);
    }

    /** No class files at all: the modifiers of a frame must do. */
    public static ClassPath none() {
        return of(List.of(), null, 0);
    }

    /**
     * A class path as a JVM is given it.
     *
     * @param entries each a directory of class files, a jar (fat jars and wars included, and what their manifest's
     *     Class-Path lists), or {@code dir/*} for every jar of a directory
     * @param javaHome the home of the JDK that the recording was made by, or null where its classes are not to be had
     * @param javaVersion the feature version of that JDK, such as 21, which decides what a multi-release jar gives; 0
     *     where it is not known
     */
    public static ClassPath of(List<String> entries, @Nullable Path javaHome, int javaVersion) {
        return of(entries, javaHome, javaVersion, List.of());
    }

    /**
     * The class path of captured JVMs or of a running one. What the user names wins; of what the targets name, entries
     * that are not on this machine are one note, files that are newer than the capture another, and the JDK is read
     * without running anything of it.
     *
     * @param entries what the user names; if nothing, the class paths of the targets are taken
     * @param javaHome the home of the JDK that the user names; if null, that of the targets is taken
     * @param javaVersion the feature version of the JDK that the user names; 0 where it is not known
     * @param targets what is known of the JVMs; may be empty
     */
    public static ClassPath of(
            List<String> entries, @Nullable Path javaHome, int javaVersion, List<TargetClasses> targets) {
        return of(entries, javaHome, javaVersion, targets, path -> true);
    }

    /**
     * The same, of which not everything may be read.
     *
     * @param readable which files and folders may be, of the entries and of what manifests list; others are notes. The
     *     JDK of a target is read wherever it is: its file of modules, of which nothing runs
     */
    public static ClassPath of(
            List<String> entries,
            @Nullable Path javaHome,
            int javaVersion,
            List<TargetClasses> targets,
            Predicate<Path> readable) {
        return new ClassPath(entries, javaHome, javaVersion, targets, readable);
    }

    /** The entries of a class path that is written as one word, with the system's separator. */
    public static List<String> split(String path) {
        List<String> entries = new ArrayList<>();
        for (String entry : path.split(File.pathSeparator, -1)) {
            if (!entry.isBlank()) {
                entries.add(entry);
            }
        }
        return entries;
    }

    /** Whether there is any place to look in. */
    public boolean isEmpty() {
        return entries.isEmpty()
                && javaHome == null
                && (targets == null || (targets.entries().isEmpty() && targets.home() == null));
    }

    /**
     * The main classes of what was recorded, in Java's notation: those of the targets, or the one that the manifest of the
     * jar that they were started with names; else that of the only jar that the user names. Empty where it is not known.
     *
     * @throws IllegalStateException if the class path is closed
     */
    List<String> mainClasses() {
        opened();
        return mainClasses;
    }

    /**
     * Whether there is a place for the application's own classes alone: a directory of class files, a fat jar or war, a
     * layout such as Quarkus's.
     *
     * @throws IllegalStateException if the class path is closed
     */
    boolean holdsOwn() {
        opened();
        return holdsOwn;
    }

    /**
     * What could not be read so far, in the order of discovery: one sentence each, with the file's name. Classes are read
     * on demand, so ask after the work. Waits for {@link #openAhead}, so that the answer does not depend on its progress.
     */
    public List<String> notes() {
        Thread opening = ahead;
        if (opening != null) {
            boolean interrupted = false;
            while (opening.isAlive()) {
                try {
                    opening.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        List<String> all = new ArrayList<>();
        if (asked && targets != null) {
            all.addAll(targets.notes());
        }
        List<String> changed = newer.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        if (!changed.isEmpty()) {
            int more = changed.size() - 1;
            all.add(changed.getFirst()
                    + (more == 0 ? " has" : " and " + more + (more == 1 ? " more file" : " more files") + " have")
                    + " changed since the capture: lines and locks may be those of another build.");
        }
        synchronized (notes) {
            all.addAll(notes);
        }
        return all;
    }

    void note(String note) {
        synchronized (notes) {
            notes.add(note);
        }
    }

    /**
     * Looks for the first class file of a name. Not cached: {@link Code} asks once for each class.
     *
     * @param className in Java's notation, such as {@code java.util.Map$Entry}
     * @return null if no place has it
     * @throws IllegalStateException if the class path is closed
     */
    @Nullable
    ClassBytes find(String className) {
        Hit hit = find(className, 0);
        return hit == null ? null : hit.file;
    }

    /**
     * One of the class files of a name.
     *
     * @param place its place, from 0; the search continues after it
     */
    record Hit(ClassBytes file, int place) {}

    /**
     * Looks for a class file from a place on.
     *
     * @param from 0 for the first place, or one more than where it was found last
     * @return null if no place from there on has it
     * @throws IllegalStateException if the class path is closed
     */
    @Nullable
    Hit find(String className, int from) {
        if (!className.equals(EVERYWHERE)) {
            asked = true;
        }
        String path = className.replace('.', '/') + ".class";
        if (className.indexOf('/') >= 0 || className.indexOf('\\') >= 0 || path.startsWith("/")) {
            // Not a name that Java's notation has, and a way out of the directory.
            return null;
        }
        List<ClassContainer> places = opened();
        for (int i = from; i < places.size(); i++) {
            try {
                ClassBytes found = places.get(i).find(path);
                if (found != null) {
                    look(found);
                    return new Hit(found, i);
                }
            } catch (IOException e) {
                note("Cannot read " + className + ": " + ErrorText.of(e) + ".");
            } catch (InvalidPathException e) {
                // A class of that name can be defined, but never be a file: look on.
            }
        }
        return null;
    }

    private void look(ClassBytes found) {
        Archive archive = found.archive();
        TargetPaths of = targets;
        if (of != null && archive != null && archive.kind() != Archive.Kind.JDK) {
            String origin = found.origin();
            int nested = origin.indexOf("!/");
            newer.computeIfAbsent(nested < 0 ? origin : origin.substring(0, nested), file -> of.isNewer(Path.of(file)));
        }
    }

    /**
     * Begins to open all places on a thread of its own, so that whoever looks for the first class need not wait for that.
     * Opening a JDK takes a tenth of a second, which reading a recording can hide.
     */
    public void openAhead() {
        if (!isEmpty()) {
            ahead = Thread.ofPlatform().daemon().name("class-path").start(() -> {
                try {
                    find(EVERYWHERE);
                } catch (IllegalStateException e) {
                    // Closed before it began: no class is looked for.
                }
            });
        }
    }

    private List<ClassContainer> opened() {
        List<ClassContainer> known = containers;
        return known == null ? open() : known;
    }

    private synchronized List<ClassContainer> open() {
        if (closed) {
            throw new IllegalStateException("the class path is closed");
        }
        List<ClassContainer> known = containers;
        if (known == null && isEmpty() && targets == null) {
            known = List.of();
            containers = known;
        } else if (known == null) {
            known = new ArrayList<>();
            addJdk(known);
            ClassPathOpener opener = new ClassPathOpener(
                    javaVersion == 0 && targets != null ? targets.feature() : javaVersion, readable, this::note);
            List<ClassContainer> own = opener.open(entries.isEmpty() && targets != null ? targets.entries() : entries);
            known.addAll(own);
            holdsOwn = own.stream().anyMatch(ClassContainer::holdsOwn);
            mainClasses = mainClasses(opener, own);
            containers = known;
        }
        return known;
    }

    private void addJdk(List<ClassContainer> into) {
        Path ofTarget = targets == null ? null : targets.home();
        try {
            if (javaHome != null) {
                into.add(JdkClasses.open(javaHome));
            } else if (ofTarget != null) {
                into.add(JdkClasses.isRunning(ofTarget) ? JdkClasses.open(ofTarget) : ImageClasses.open(ofTarget));
            }
        } catch (IOException e) {
            note("Cannot read the classes of the JDK: " + ErrorText.of(e) + ".");
        }
    }

    private List<String> mainClasses(ClassPathOpener opener, List<ClassContainer> opened) {
        Set<String> found = new LinkedHashSet<>();
        for (TargetClasses target : targets == null ? List.<TargetClasses>of() : targets.targets()) {
            String jar = target.mainJar();
            Path path = jar == null ? null : TargetPaths.path(jar);
            ClassContainer started = path == null ? null : opener.jarAt(path);
            String name = started == null ? target.mainClass() : started.startClass();
            if (name != null) {
                found.add(name);
            }
        }
        if (found.isEmpty() && entries.size() == 1 && !opened.isEmpty()) {
            // What its manifest lists was opened after it.
            String name = opened.getFirst().startClass();
            if (name != null) {
                found.add(name);
            }
        }
        return List.copyOf(found);
    }

    /** Closes all that is open. Closing again does nothing. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        List<ClassContainer> known = containers;
        containers = null;
        if (known != null) {
            for (ClassContainer container : known) {
                container.close();
            }
        }
    }
}
