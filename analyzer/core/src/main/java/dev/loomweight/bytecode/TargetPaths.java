package dev.loomweight.bytecode;

import dev.loomweight.sample.CaptureTexts.TargetClasses;
import dev.loomweight.sample.JdkVersions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What captures and processes name as the places of their classes, joined with what the user names, which comes first. A
 * capture can come from anyone: what it names is looked at as class files, jars and a module file alone, and its JDK
 * runs nothing.
 */
final class TargetPaths {

    // Above any real class path.
    private static final int MAX_ENTRIES = 10_000;

    // A few lines.
    private static final int MAX_RELEASE_BYTES = 1 << 16;

    private static final Pattern RELEASE = Pattern.compile("(?m)^JAVA_VERSION=\"([^\"]+)\"");

    /** Files are copied, and clocks differ, while a build takes longer. */
    private static final long TOLERATED_SECONDS = 2;

    private final List<TargetClasses> targets;
    private final List<String> entries = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private @Nullable Path home;
    private int feature;
    private final @Nullable Instant newest;

    /**
     * @param classPath whether their class paths are wanted
     * @param jdk whether their JDK is wanted
     */
    TargetPaths(List<TargetClasses> targets, boolean classPath, boolean jdk) {
        this.targets = List.copyOf(targets);
        this.newest = classPath ? newest(targets) : null;
        // Of several that differ, the first: a class file that did not run is not used.
        this.feature =
                targets.isEmpty() ? 0 : JdkVersions.feature(targets.getFirst().jdk());
        if (classPath) {
            addEntries();
        }
        if (jdk) {
            chooseHome();
        }
    }

    /** The latest time at which one of them was captured; null where one is captured now. */
    private static @Nullable Instant newest(List<TargetClasses> targets) {
        Instant latest = null;
        for (TargetClasses target : targets) {
            Instant started = target.started();
            if (started == null) {
                return null;
            }
            latest = latest == null || started.isAfter(latest) ? started : latest;
        }
        return latest;
    }

    private void addEntries() {
        Set<String> all = new LinkedHashSet<>();
        targets.forEach(target -> target.classPath().forEach(entry -> {
            if (all.size() < MAX_ENTRIES) {
                all.add(entry);
            }
        }));
        List<String> gone = new ArrayList<>();
        for (String entry : all) {
            if (exists(entry)) {
                entries.add(entry);
            } else {
                gone.add(entry);
            }
        }
        if (!gone.isEmpty()) {
            boolean none = entries.isEmpty();
            notes.add(
                    (none ? "Nothing" : gone.size() + " of the " + all.size() + " entries") + " of the class path that "
                            + names() + " names " + (none || gone.size() == 1 ? "is " : "are ")
                            + (none ? "" : "not ") + "on this machine (" + gone.getFirst()
                            + (gone.size() > 1 ? ", ..." : "") + "); pass the class files with --classpath.");
        }
    }

    private void chooseHome() {
        Map<String, TargetClasses> homes = new LinkedHashMap<>();
        targets.stream()
                .filter(target -> target.javaHome() != null)
                .forEach(target -> homes.putIfAbsent(Objects.requireNonNull(target.javaHome()), target));
        for (Map.Entry<String, TargetClasses> named : homes.entrySet()) {
            Path path = isLocal(named.getKey()) ? path(named.getKey()) : null;
            if (path != null && Files.isRegularFile(path.resolve("lib").resolve("modules"))) {
                choose(path, named.getValue().jdk());
                return;
            }
        }
        if (!homes.isEmpty()) {
            notes.add("The JDK that " + names() + " names is not on this machine ("
                    + homes.keySet().iterator().next() + "); pass the JDK that made the recording with --jdk.");
        }
    }

    /** @param ran the version that ran, or an empty string */
    private void choose(Path path, String ran) {
        home = path;
        Matcher release = RELEASE.matcher(release(path));
        String now = release.find() ? release.group(1) : "";
        feature = JdkVersions.feature(JdkVersions.feature(ran) > 0 ? ran : now);
        // The first is with its build, 21.0.8+9-LTS; the second without.
        if (JdkVersions.feature(ran) > 0 && !now.isEmpty() && !ran.startsWith(now)) {
            notes.add("The JDK at " + path + " is " + now + ", and the capture was made on " + ran
                    + ": its lines and locks may differ.");
        }
    }

    private static String release(Path home) {
        Path file = home.resolve("release");
        if (!Files.isRegularFile(file)) {
            return "";
        }
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_RELEASE_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    private String names() {
        return targets.size() == 1
                ? targets.getFirst().named()
                : "one of " + targets.size() + " captures ("
                        + targets.getFirst().named() + ", ...)";
    }

    private static boolean exists(String entry) {
        boolean all = entry.endsWith("/*") || entry.endsWith("\\*");
        Path path = path(all ? entry.substring(0, entry.length() - 1) : entry);
        return path != null && isLocal(entry) && Files.exists(path);
    }

    /** Whether it is a path of this machine: one of Windows that names another one would send it the user's name. */
    private static boolean isLocal(String path) {
        return !path.startsWith("\\\\") && !path.startsWith("//");
    }

    /** An absolute path, or null where a text is none. */
    static @Nullable Path path(String text) {
        try {
            Path path = Path.of(text);
            return path.isAbsolute() ? path : null;
        } catch (InvalidPathException e) {
            return null;
        }
    }

    /** The entries that are there. */
    List<String> entries() {
        return entries;
    }

    /** The home of a JDK that is there, or null. */
    @Nullable
    Path home() {
        return home;
    }

    /** The feature version of the JDK that ran, whether it is there or not; 0 where it is not known. */
    int feature() {
        return feature;
    }

    /** What is not there, one sentence each. */
    List<String> notes() {
        return notes;
    }

    List<TargetClasses> targets() {
        return targets;
    }

    /** Whether a file was changed after it was captured, so that it can be another build than the one that ran. */
    boolean isNewer(Path file) {
        if (newest == null) {
            return false;
        }
        try {
            return Files.getLastModifiedTime(file).toInstant().isAfter(newest.plusSeconds(TOLERATED_SECONDS));
        } catch (IOException e) {
            return false;
        }
    }
}
