package dev.loomweight.junit.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loomweight.samples.Expected;
import dev.loomweight.samples.Gallery;
import dev.loomweight.samples.Site;
import java.io.File;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Every exhibit of the gallery, run as a test in a JVM of its own with others: its pins fail it, and no other, with the
 * holder in the message. On both sides of JDK 24, one after the other, at the same time, and in two JVMs.
 */
@Tag("applications")
class GalleryAsTestsTest {

    private static final int STACK_DEPTH = 256;
    private static final String PINS = " [pins]";
    private static final Pattern COUNT = Pattern.compile("allows no pin, and there (?:is|are) ([\\d,]+) pins?, ");

    /** What can happen in any run: two threads that need a class at once, a moment at which the JVM does not unmount. */
    private static final Pattern ANYWHERE =
            Pattern.compile("Cause: (?:a critical section of the JDK|another thread links a"
                    + " class|another thread initializes a class|the JVM could not unmount)");

    private static final Set<String> NO_PINS = Set.of(Site.Cause.NONE, "jvmOwn");
    private static final List<String> AT_ONCE = List.of(
            "-Djunit.jupiter.execution.parallel.enabled=true",
            "-Djunit.jupiter.execution.parallel.mode.default=concurrent",
            "-Djunit.jupiter.execution.parallel.config.strategy=fixed",
            "-Djunit.jupiter.execution.parallel.config.fixed.parallelism=3");

    private static final int AT_A_TIME = 2;

    @TempDir
    private static Path folder;

    private static final Map<Run, Future<Map<String, String>>> RESULTS = new HashMap<>();
    private static @Nullable ExecutorService runners;

    /** How the exhibits run. */
    private enum Mode {
        ONE_BY_ONE,
        AT_ONCE,
        TWO_FORKS
    }

    private record Run(String jdk, Mode mode) {}

    /** They sleep for most of their time. */
    @BeforeAll
    static void startAll() {
        ExecutorService started = Executors.newFixedThreadPool(
                AT_A_TIME, Thread.ofPlatform().daemon().factory());
        runners = started;
        for (String jdk : List.of("loomweight.jdk21", "loomweight.jdk.newest")) {
            String home = System.getProperty(jdk, "");
            for (Mode mode : Mode.values()) {
                if (!home.isEmpty()) {
                    Callable<Map<String, String>> run = () -> run(Path.of(home), mode);
                    RESULTS.put(new Run(jdk, mode), started.submit(run));
                }
            }
        }
    }

    @AfterAll
    static void stop() {
        if (runners != null) {
            runners.shutdownNow();
        }
    }

    private static Map<String, String> results(String jdk, Mode mode) throws Exception {
        Future<Map<String, String>> results = RESULTS.get(new Run(jdk, mode));
        assumeTrue(results != null, "no JDK is named by -D" + jdk + "; scripts/test finds or fetches one and names it");
        return Objects.requireNonNull(results).get();
    }

    private static Map<String, String> run(Path jdk, Mode mode) throws Exception {
        Path own = Files.createTempDirectory(folder, "run");
        if (mode != Mode.TWO_FORKS) {
            return run(jdk, groups(Gallery.names()), mode == Mode.AT_ONCE ? AT_ONCE : List.of(), own);
        }
        List<String> first = new ArrayList<>();
        List<String> second = new ArrayList<>();
        for (String name : Gallery.names()) {
            (first.size() > second.size() ? second : first).add(name);
        }
        List<Group> groups = new ArrayList<>(groups(first));
        groups.addAll(groups(second));
        return run(jdk, groups, List.of(), own);
    }

    /** Exhibits that one JVM can run, and the options that they need. */
    private static final class Group {
        private final List<String> names = new ArrayList<>();
        private final Map<String, String> options = new TreeMap<>();

        /** Adds an exhibit unless an option that it needs has another value here. */
        private boolean add(String name) throws Exception {
            Map<String, String> wanted = new HashMap<>();
            for (String flag : Expected.of(name).flags()) {
                boolean property = flag.startsWith("-D");
                wanted.put(property ? flag.substring(0, flag.indexOf('=')) : flag, flag);
            }
            if (wanted.entrySet().stream()
                    .anyMatch(each -> !options.getOrDefault(each.getKey(), each.getValue())
                            .equals(each.getValue()))) {
                return false;
            }
            options.putAll(wanted);
            return names.add(name);
        }
    }

    private static List<Group> groups(List<String> names) throws Exception {
        List<Group> groups = new ArrayList<>();
        for (String name : names) {
            boolean added = false;
            for (Group group : groups) {
                added = added || group.add(name);
            }
            if (!added) {
                Group own = new Group();
                own.add(name);
                groups.add(own);
            }
        }
        return groups;
    }

    @ParameterizedTest
    @CsvSource({"loomweight.jdk21, UNTIL_23", "loomweight.jdk.newest, FROM_24"})
    void oneAfterTheOther(String home, Site.Jdk jdk) throws Exception {
        Map<String, String> results = results(home, Mode.ONE_BY_ONE);

        for (String name : Gallery.names()) {
            failsByItsPinsAlone(name, jdk, results);
        }
    }

    @ParameterizedTest
    @CsvSource({"loomweight.jdk21, UNTIL_23", "loomweight.jdk.newest, FROM_24"})
    void inTwoForks(String home, Site.Jdk jdk) throws Exception {
        Map<String, String> results = results(home, Mode.TWO_FORKS);

        for (String name : Gallery.names()) {
            failsByItsPinsAlone(name, jdk, results);
        }
    }

    @ParameterizedTest
    @CsvSource({"loomweight.jdk21, UNTIL_23", "loomweight.jdk.newest, FROM_24"})
    void atTheSameTime(String home, Site.Jdk jdk) throws Exception {
        Map<String, String> results = results(home, Mode.AT_ONCE);

        String undecided = results.getOrDefault("undecided pins" + PINS, "");
        List<String> failed = new ArrayList<>();
        List<String> shared = new ArrayList<>();
        for (String name : Gallery.names()) {
            String message = results.get(name + PINS);
            List<Site> wanted = pins(name, jdk);
            if (message == null) {
                assertThat(wanted.isEmpty() || undecided.contains(name))
                        .as("%s, which does not fail: %s", name, undecided)
                        .isTrue();
                if (!wanted.isEmpty()) {
                    shared.add(name);
                }
                continue;
            }
            failed.add(name);
            if (message.contains("which ran at the same time")) {
                shared.add(name);
                continue;
            }
            assertThat(!wanted.isEmpty() || ANYWHERE.matcher(message).find())
                    .as("%s fails: %s", name, message)
                    .isTrue();
            assertThat(count(message)).as("%s: %s", name, message).isGreaterThanOrEqualTo(sum(wanted));
            holds(name, message, wanted);
        }
        assertThat(shared.size())
                .as("of %s, those that share pins, whose threads nothing tells apart: %s", failed, shared)
                .isLessThan(failed.size() / 2);
    }

    private static void failsByItsPinsAlone(String name, Site.Jdk jdk, Map<String, String> results) throws Exception {
        assertThat(results).as("the exhibit itself").containsEntry(name, "");
        String message = results.getOrDefault(name + PINS, "");
        List<Site> wanted = pins(name, jdk);
        if (wanted.isEmpty()) {
            assertThat(message.isEmpty() || ANYWHERE.matcher(message).find())
                    .as("%s fails: %s", name, message)
                    .isTrue();
            return;
        }
        assertThat(message).as(name).isNotEmpty();
        assertThat(message).as(name).doesNotContain("another test instead", "created and that ran on");
        if (ANYWHERE.matcher(message).find() || all(name, jdk).stream().anyMatch(Site::atLeast)) {
            assertThat(count(message)).as("%s: %s", name, message).isGreaterThanOrEqualTo(sum(wanted));
        } else {
            // A thread that is parked may wake up without a reason: a sleep that goes on is two pins.
            assertThat(count(message))
                    .as("%s: %s", name, message)
                    .isBetween(sum(wanted), sum(wanted) + 1 + sum(wanted) / 20);
        }
        holds(name, message, wanted);
    }

    private static void holds(String name, String message, List<Site> wanted) {
        for (Site site : wanted) {
            String frame = site.causes().getFirst().frame();
            String lock = site.causes().getFirst().lock();
            assertThat(message).as(name).contains(frame == null ? "" : frame);
            assertThat(message).as(name).contains(lock == null ? "" : lock);
        }
    }

    private static long sum(List<Site> sites) {
        return sites.stream().mapToLong(Site::count).sum();
    }

    private static long count(String message) {
        Matcher matcher = COUNT.matcher(message);
        return matcher.find() ? Long.parseLong(matcher.group(1).replace(",", "")) : -1;
    }

    /** What happens in some runs alone is not wanted of each. */
    private static List<Site> pins(String name, Site.Jdk jdk) throws Exception {
        return all(name, jdk).stream().filter(site -> site.count() > 0).toList();
    }

    private static List<Site> all(String name, Site.Jdk jdk) throws Exception {
        return Expected.of(name).on(jdk, STACK_DEPTH).stream()
                .filter(site -> !site.event().equals("jdk.VirtualThreadSubmitFailed"))
                .filter(site -> site.causes().stream().noneMatch(cause -> NO_PINS.contains(cause.id())))
                .toList();
    }

    /** The results of all tests of some JVMs that run at the same time, and of the gate. */
    private static Map<String, String> run(Path jdk, List<Group> groups, List<String> options, Path folder)
            throws Exception {
        List<Process> all = new ArrayList<>();
        try {
            for (int i = 0; i < groups.size(); i++) {
                all.add(start(jdk, groups.get(i), options, folder, i));
            }
            Map<String, String> results = new HashMap<>();
            for (int i = 0; i < groups.size(); i++) {
                int status = all.get(i).waitFor();
                assertThat(status)
                        .as(Files.readString(file(folder, i, "log"), StandardCharsets.UTF_8))
                        .isZero();
                Properties some = new Properties();
                try (InputStream in = Files.newInputStream(file(folder, i, "properties"))) {
                    some.load(in);
                }
                some.stringPropertyNames()
                        .forEach(name -> results.merge(name, some.getProperty(name), (one, more) -> one + more));
            }
            return results;
        } finally {
            all.forEach(Process::destroyForcibly);
        }
    }

    private static Path file(Path folder, int group, String kind) {
        return folder.resolve(group + "." + kind);
    }

    private static Process start(Path jdk, Group group, List<String> options, Path folder, int number)
            throws Exception {
        List<String> command = new ArrayList<>();
        command.add(jdk.resolve("bin").resolve("java").toString());
        command.addAll(group.options.values());
        command.addAll(options);
        command.add("-Dloomweight.dir=" + folder);
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        command.addAll(List.of("-cp", classPath, ExhibitsRun.class.getName()));
        command.addAll(List.of(
                String.join(",", group.names),
                file(folder, number, "properties").toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(file(folder, number, "log").toFile())
                .redirectInput(new File("/dev/null"));
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return builder.start();
    }
}
