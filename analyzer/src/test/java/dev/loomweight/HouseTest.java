package dev.loomweight;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.loomweight.fold.Fold;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.kernel.subject.Comparison;
import dev.loomweight.memory.growth.ProcessGrowth;
import dev.loomweight.memory.sizing.Proposal;
import dev.loomweight.report.Place;
import dev.loomweight.report.Unit;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which room of the house may know which: the directions of the data, from the capture to the screen. */
class HouseTest {

    private static final String ROOT = "dev.loomweight.";

    private static final List<String> MODULES = List.of(
            "agent",
            "agent/junit",
            "analyzer/core",
            "analyzer/kernel",
            "analyzer/pins",
            "analyzer/threads",
            "analyzer/memory",
            "analyzer/fleet",
            "samples/lab",
            "analyzer",
            "analyzer/maven-plugin");

    // Programs to look at have words of their own.
    private static final List<String> WITH_SAMPLES =
            Stream.concat(MODULES.stream(), Stream.of("samples")).toList();

    // A room may always know itself, with the rooms inside it, as far as BELOW lets them know each other.
    private static final Map<String, List<String>> MAY_KNOW = Map.ofEntries(
            // Lengths of time, sizes, and what is made of many.
            Map.entry("amount", List.of()),
            Map.entry("capture", List.of("amount")),
            // How frames, threads and messages of the JVM look: the agent and the analyzer must agree.
            Map.entry("jvm", List.of()),
            // Where the time of carriers goes, written into captures.
            Map.entry("times", List.of("capture", "jvm")),
            Map.entry("agent", List.of("times", "capture", "jvm", "amount")),
            // How a capture ended, and where the time of its carriers went, is read as it is written.
            Map.entry("sample", List.of("times", "capture", "jvm", "amount")),
            Map.entry("report", List.of("amount")),
            // Patterns that users write, in linear time.
            Map.entry("match", List.of()),
            Map.entry("terminal", List.of()),
            // Options of commands as data: who reads one declares it.
            Map.entry("kernel.option", List.of("amount")),
            Map.entry("input", List.of("sample", "times", "capture", "jvm", "amount")),
            // Where class files are; what they show is bytecode's.
            Map.entry("classfiles", List.of("capture", "jvm")),
            Map.entry("bytecode", List.of("classfiles", "sample", "jvm")),
            Map.entry("fold", List.of("input", "sample", "capture", "amount")),
            // What a subject is made of.
            Map.entry("kernel.subject", List.of("fold", "sample", "report", "match")),
            Map.entry("kernel.coverage", List.of("kernel.subject", "kernel.faults", "fold", "sample", "report")),
            // Known faults of JDKs and libraries, as data; which facts there are is said by the subjects.
            Map.entry("kernel.faults", List.of("classfiles", "report", "capture", "jvm")),
            // Why one stack pins; how many do, what it costs and what to do is pinning's.
            Map.entry(
                    "kernel.diagnosis", List.of("kernel.faults", "bytecode", "classfiles", "sample", "jvm", "amount")),
            // Stacks as people see them, whatever they cost.
            Map.entry(
                    "kernel.stacks",
                    List.of("kernel.diagnosis", "kernel.faults", "bytecode", "fold", "sample", "report", "jvm")),
            // What is known of the pool of carriers over time, whatever holds them.
            Map.entry("pins.scheduler", List.of("fold", "sample", "report", "times", "jvm", "amount")),
            // Waits for monitors, and the pins of the same threads.
            Map.entry("kernel.monitors", List.of("kernel.diagnosis", "fold", "sample", "jvm")),
            // The subjects. What one says of its matter, another may not know from the inside.
            Map.entry(
                    "pins.pinning",
                    List.of(
                            "kernel.subject",
                            "capture",
                            "kernel.monitors",
                            "pins.scheduler",
                            "kernel.diagnosis",
                            "kernel.faults",
                            "kernel.stacks",
                            "fold",
                            "kernel.coverage",
                            "bytecode",
                            "sample",
                            "report",
                            "match",
                            "kernel.option",
                            "jvm",
                            "amount")),
            // Which part of what was blocked is pinned, and where, is what pinning says.
            Map.entry(
                    "pins.carriers",
                    List.of(
                            "kernel.subject",
                            "pins.scheduler",
                            "pins.pinning",
                            "kernel.diagnosis",
                            "kernel.stacks",
                            "fold",
                            "kernel.coverage",
                            "sample",
                            "times",
                            "report",
                            "jvm",
                            "amount")),
            // What each thread does, from all sources; what is wrong with that, others say.
            Map.entry("threads.judge", List.of("sample", "jvm")),
            Map.entry(
                    "threads.waits",
                    List.of(
                            "threads.judge",
                            "kernel.subject",
                            "kernel.stacks",
                            "kernel.coverage",
                            "kernel.diagnosis",
                            "bytecode",
                            "fold",
                            "sample",
                            "report",
                            "jvm",
                            "amount")),
            // What a process takes as a whole, and its limit; the parts are memory's.
            Map.entry("memory.footprint", List.of("sample", "amount")),
            Map.entry(
                    "memory",
                    List.of("kernel.subject", "memory.footprint", "fold", "sample", "report", "jvm", "amount")),
            // How processes ended, and of what they ran out: what is proposed respects it.
            Map.entry(
                    "memory.ending",
                    List.of(
                            "kernel.subject",
                            "kernel.faults",
                            "memory.growth",
                            "memory",
                            "memory.footprint",
                            "fold",
                            "sample",
                            "report",
                            "amount")),
            Map.entry(
                    "memory.sizing",
                    List.of(
                            "memory.footprint",
                            "kernel.subject",
                            "memory.ending",
                            "memory",
                            "fold",
                            "sample",
                            "report",
                            "amount")),
            // Whose code threads stand in is what diagnosis says.
            Map.entry(
                    "memory.threadcost",
                    List.of(
                            "kernel.subject",
                            "memory",
                            "kernel.diagnosis",
                            "kernel.stacks",
                            "bytecode",
                            "fold",
                            "sample",
                            "report",
                            "jvm")),
            // What grew, over the parts that memory divides each moment into.
            Map.entry(
                    "memory.growth",
                    List.of(
                            "kernel.subject",
                            "kernel.faults",
                            "classfiles",
                            "memory",
                            "memory.footprint",
                            "fold",
                            "sample",
                            "report",
                            "jvm",
                            "amount")),
            // The lab: what its own programs measured, judged.
            Map.entry(
                    "experiment", List.of("amount", "program", "kernel.subject", "memory", "fold", "sample", "report")),
            // Which programs of the lab are run, how large and how often; whoever launches them runs them.
            Map.entry("program", List.of("classfiles", "report", "capture")),
            // Who waits for whom; who may hold what by class files is said by whoever knows them.
            Map.entry(
                    "threads.hang",
                    List.of(
                            "threads.judge",
                            "kernel.subject",
                            "kernel.faults",
                            "fold",
                            "sample",
                            "report",
                            "jvm",
                            "amount")),
            // Over the subjects.
            Map.entry(
                    "fleet.budget",
                    List.of("kernel.subject", "pins.pinning", "memory", "fold", "sample", "report", "match", "amount")),
            // Many recordings together, by labels; which code pins is what pinning says. Their bytes are those of
            // folds.
            Map.entry(
                    "fleet",
                    List.of(
                            "amount",
                            "fleet.budget",
                            "kernel.subject",
                            "kernel.faults",
                            "input",
                            "pins.scheduler",
                            "pins.pinning",
                            "pins.carriers",
                            "memory",
                            "memory.threadcost",
                            "memory.footprint",
                            "fold",
                            "sample",
                            "report",
                            "match",
                            "capture")),
            Map.entry(
                    "live",
                    List.of(
                            "pins.scheduler",
                            "kernel.diagnosis",
                            "pins.pinning",
                            "memory",
                            "memory.growth",
                            "fold",
                            "sample",
                            "times",
                            "jvm",
                            "amount")),
            // Conclusions of others about whole files: made of what a source can open, and shown like an analysis.
            Map.entry("rules", List.of("input", "sample", "report")),
            Map.entry("render", List.of("report", "amount")),
            Map.entry("output", List.of("capture")),
            // Source files on disk, for formats that name them.
            Map.entry("sources", List.of("report")),
            // What GC.heap_info says is known where it is read.
            Map.entry(
                    "launch",
                    List.of("program", "classfiles", "times", "capture", "jvm", "input", "sample", "report", "amount")),
            // Copies without secrets.
            Map.entry("scrub", List.of("launch", "input", "sample", "output", "report", "capture", "match")),
            // Tables to ask anything of: rows of events and of reports, written for people and programs.
            Map.entry(
                    "query",
                    List.of(
                            "input",
                            "sample",
                            "bytecode",
                            "kernel.diagnosis",
                            "render",
                            "report",
                            "capture",
                            "match",
                            "amount")),
            Map.entry(
                    "command",
                    List.of(
                            "kernel.subject",
                            "launch",
                            "input",
                            "classfiles",
                            "bytecode",
                            "fold",
                            "kernel.coverage",
                            "kernel.diagnosis",
                            "kernel.faults",
                            "kernel.stacks",
                            "pins.pinning",
                            "pins.carriers",
                            "memory",
                            "memory.ending",
                            "memory.footprint",
                            "memory.sizing",
                            "memory.growth",
                            "memory.threadcost",
                            "experiment",
                            "threads.judge",
                            "threads.waits",
                            "threads.hang",
                            "fleet.budget",
                            "fleet",
                            "live",
                            "rules",
                            "kernel.option",
                            "report",
                            "sample",
                            "capture",
                            "jvm",
                            "output",
                            "amount")),
            Map.entry(
                    "cli",
                    List.of(
                            "completion",
                            "kernel.subject",
                            "kernel.option",
                            "jvm",
                            "command",
                            "fleet.budget",
                            "experiment",
                            "fleet",
                            "kernel.faults",
                            "scrub",
                            "output",
                            "sources",
                            "launch",
                            "program",
                            "classfiles",
                            "render",
                            "report",
                            "capture",
                            "match",
                            "amount")),
            // Completions and man pages are made of the options as the command line has them.
            Map.entry("packaging", List.of("cli", "completion")),
            Map.entry("completion", List.of()),
            // Opens class files and tables once for all lines.
            Map.entry(
                    "repl",
                    List.of(
                            "command",
                            "kernel.option",
                            "query",
                            "bytecode",
                            "output",
                            "render",
                            "report",
                            "capture",
                            "terminal",
                            "match")),
            // For assistants: the questions, tables of events, and the JVMs that run.
            Map.entry(
                    "mcp",
                    List.of(
                            "command",
                            "kernel.option",
                            "query",
                            "bytecode",
                            "launch",
                            "render",
                            "report",
                            "capture",
                            "match")),
            // Shows figures of a moment as they are, without a report between.
            Map.entry(
                    "watch",
                    List.of(
                            "amount",
                            "jvm",
                            "command",
                            "live",
                            "kernel.diagnosis",
                            "pins.pinning",
                            "memory",
                            "memory.growth",
                            "fold",
                            "render",
                            "report",
                            "capture",
                            "terminal")));

    // Of each room that has rooms inside: which of these may know which. "" is what lies at the top of it.
    private static final Map<String, Map<String, List<String>>> BELOW = Map.ofEntries(
            Map.entry("capture", Map.of("", List.of(), "own", List.of(""))),
            Map.entry("render", Map.of("", List.of("stacks"), "stacks", List.of())),
            Map.entry("query", Map.of("", List.of("sql"), "sql", List.of())),
            Map.entry("command", Map.of("", List.of("baseline"), "baseline", List.of())),
            Map.entry(
                    "input",
                    Map.ofEntries(
                            Map.entry("", List.of()),
                            Map.entry("text", List.of("", "text.lines", "text.nmt", "text.crash", "text.ended")),
                            Map.entry("text.crash", List.of("text.lines")),
                            Map.entry("text.ended", List.of("text.lines")),
                            Map.entry("text.nmt", List.of("text.lines")),
                            Map.entry("text.lines", List.of("")),
                            Map.entry("heap", List.of("")),
                            Map.entry("folded", List.of("")),
                            Map.entry(
                                    "recording",
                                    List.of(
                                            "",
                                            "recording.reader",
                                            "recording.reader.chunk",
                                            "recording.reader.jdk",
                                            "recording.reader.jmc")),
                            Map.entry("recording.reader", List.of()),
                            Map.entry("recording.reader.chunk", List.of("", "recording.reader")),
                            Map.entry("recording.reader.jdk", List.of("recording.reader")),
                            Map.entry("recording.reader.jmc", List.of("recording.reader")),
                            Map.entry(
                                    "capture",
                                    List.of("", "heap", "text", "recording", "recording.reader", "folded")))),
            Map.entry("sample", Map.of("", List.of(), "state", List.of(""))),
            Map.entry("pins.pinning", Map.of("", List.of(), "diff", List.of(""), "live", List.of(""))),
            Map.entry(
                    "memory",
                    Map.of(
                            "", List.of(),
                            "reconcile", List.of(""),
                            "parts", List.of("", "reconcile"),
                            "live", List.of(""))),
            Map.entry("memory.growth", Map.of("", List.of(), "diff", List.of(""), "live", List.of(""))),
            Map.entry(
                    "memory.threadcost",
                    Map.of(
                            "bounds", List.of(),
                            "estimate", List.of("bounds"),
                            "site", List.of("bounds", "estimate"))),
            Map.entry("experiment", Map.of("", List.of("weight"), "weight", List.of(), "sweep", List.of("weight"))),
            Map.entry("launch", Map.of("", List.of("group", "printed"), "group", List.of(), "printed", List.of())),
            Map.entry("report", Map.of("", List.of(), "diff", List.of(""))));

    private static final JavaClasses HOUSE = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("dev.loomweight");

    static List<String> rooms() {
        return HOUSE.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith(ROOT))
                .map(HouseTest::roomOf)
                .filter(name -> !name.equals("samples"))
                .distinct()
                .sorted()
                .toList();
    }

    /** The room that a package is or lies in: the longest that has one of its own; a pack's have the name of the pack before them. */
    private static String roomOf(String name) {
        String path = name.substring(ROOT.length());
        return MAY_KNOW.keySet().stream()
                .filter(room -> path.equals(room) || path.startsWith(room + "."))
                .max(Comparator.comparingInt(String::length))
                .orElse(path.split("\\.", 2)[0]);
    }

    private static DescribedPredicate<JavaClass> ofRooms(Predicate<String> wanted, String words) {
        return DescribedPredicate.describe(
                words, type -> type.getPackageName().startsWith(ROOT) && wanted.test(roomOf(type.getPackageName())));
    }

    @ParameterizedTest
    @MethodSource("rooms")
    void aRoomKnowsOnlyWhatItMay(String room) {
        assertThat(MAY_KNOW).as("a new room says here what it may know").containsKey(room);
        List<String> allowed = MAY_KNOW.getOrDefault(room, List.of());

        classes()
                .that(ofRooms(room::equals, "are of " + room))
                .should()
                .onlyDependOnClassesThat(DescribedPredicate.not(ofRooms(
                        other -> !other.equals(room) && !other.equals("samples") && !allowed.contains(other),
                        "are of a room that " + room + " may not know")))
                .check(HOUSE);
    }

    static List<String> inside() {
        return HOUSE.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith(ROOT))
                .filter(name -> !name.startsWith(ROOT + "samples."))
                .filter(name -> !roomOf(name).equals(name.substring(ROOT.length())))
                .distinct()
                .sorted()
                .toList();
    }

    /** The parts of a room know each other in one direction, and only as is written down. */
    @ParameterizedTest
    @MethodSource("inside")
    void aRoomInsideARoomKnowsOnlyWhatItMay(String path) {
        String room = roomOf(path);
        assertThat(BELOW).as("a room that is divided says here how").containsKey(room);
        Map<String, List<String>> parts = BELOW.getOrDefault(room, Map.of());
        assertThat(parts)
                .as("a new part of %s says here what it may know", room)
                .containsKey(path.substring((ROOT + room + ".").length()));
        for (Map.Entry<String, List<String>> part : parts.entrySet()) {
            String[] others = parts.keySet().stream()
                    .filter(other ->
                            !other.equals(part.getKey()) && !part.getValue().contains(other))
                    .map(other -> packageOf(room, other))
                    .toArray(String[]::new);
            classes()
                    .that()
                    .resideInAPackage(packageOf(room, part.getKey()))
                    .should()
                    .onlyDependOnClassesThat()
                    .resideOutsideOfPackages(others)
                    .check(HOUSE);
        }
    }

    private static String packageOf(String room, String part) {
        return part.isEmpty() ? ROOT + room : ROOT + room + "." + part;
    }

    /** What is larger cannot be read as a whole. */
    @Test
    void noPartIsTooLargeToBeRead() throws IOException {
        Map<String, Long> lines = new TreeMap<>();
        for (String module : WITH_SAMPLES) {
            Path sources = Path.of("..").resolve(module).resolve("src/main/java/dev/loomweight");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    Path folder =
                            Objects.requireNonNull(sources.relativize(file).getParent());
                    try (Stream<String> text = Files.lines(file)) {
                        lines.merge(folder.toString(), text.count(), Long::sum);
                    }
                }
            }
        }

        assertThat(lines)
                .containsKeys(
                        Path.of("pins", "pinning").toString(),
                        "memory",
                        "render",
                        Path.of("input", "text").toString());
        assertThat(lines).allSatisfy((part, count) -> assertThat(count).as(part).isLessThanOrEqualTo(6_000));
    }

    /** Else a class could use what is hidden in a package of another module. */
    @Test
    void noPackageIsInTwoModules() throws IOException {
        Map<Path, Set<String>> modules = new TreeMap<>();
        for (String module : WITH_SAMPLES) {
            Path sources = Path.of("..").resolve(module).resolve("src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    Path folder =
                            Objects.requireNonNull(sources.relativize(file).getParent());
                    modules.computeIfAbsent(folder, ignored -> new TreeSet<>()).add(module);
                }
            }
        }

        assertThat(modules)
                .hasSizeGreaterThan(60)
                .allSatisfy((folder, of) -> assertThat(of).as(folder.toString()).hasSize(1));
    }

    /**
     * What the JVM's own names look like is said in one room, on which agent and analyzer agree: two rules would differ.
     * Sentences may have such names in them.
     */
    @ParameterizedTest
    @CsvSource({
        // Calls that wait, and classes of java.util.concurrent.
        "'\"(\\\\t)?(at )?java[./]util[./]concurrent[./](?!locks\")'",
        // Carriers: their pool, its workers and helpers, their class and their group.
        "'\"[^\" ]*(ForkJoinPool-|-worker-|CarrierThread|-delayScheduler|VirtualThread-)'",
        // Virtual threads: their class, and their group in JFR.
        "'\"java[./]lang[./]VirtualThread|\"VirtualThreads\"'",
        // What pins: the JVM's words.
        "'\"(Contended monitor enter|Object\\.wait)\"\\)?[;:] |\"(VM call to|Freeze or preempt|Waited for init|Native or VM)'",
        // What is the JDK's, by its package.
        "'\"(java|sun|com\\.sun|jdk\\.internal)\\.\"'"
    })
    void onlyOneRoomNamesWhatIsTheJvms(String literal) throws IOException {
        assertThat(rooms(Pattern.compile(literal))).containsOnly("jvm");
    }

    /** Which event types are the JDK's. */
    @Test
    void onlySamplesKnowHowEventsOfTheJdkAreNamed() throws IOException {
        assertThat(rooms(Pattern.compile("(startsWith\\(|= )\"jdk\\.\""))).containsOnly("jvm", "sample");
    }

    /** The option, and the sentence that advises it, stand in one place. */
    @Test
    void onlyOneClassNamesTheOptionOfNmt() throws IOException {
        assertThat(sourcesWith(Pattern.compile("NativeMemoryTracking"))).containsExactly(Path.of("jvm/NmtStart.java"));
    }

    private static Stream<String> rooms(Pattern text) throws IOException {
        return sourcesWith(text).stream()
                .map(file -> Objects.requireNonNull(file.getParent()).toString());
    }

    /** The source files of all modules with such a text, below the package of the house. */
    private static List<Path> sourcesWith(Pattern text) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String module : MODULES) {
            Path sources = Path.of("..").resolve(module).resolve("src/main/java/dev/loomweight");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    if (text.matcher(Files.readString(file)).find()) {
                        found.add(sources.relativize(file));
                    }
                }
            }
        }
        return found;
    }

    /** Where a category of NMT belongs is said in one place; readers need some of the names, and the agent one. */
    @Test
    void onlyThePartsNameCategoriesOfNmt() throws IOException {
        // Words that mean other things elsewhere, such as Thread and GC, are left out.
        Pattern category =
                Pattern.compile("\"(Java Heap|Thread Stack|Metaspace|Symbol|Arena Chunk|Native Memory Tracking"
                        + "|Shared class space|Object Monitors|Synchronization|Serviceability|String Deduplication|GCCardSet"
                        + "|Safepoint|Compiler|Internal)\"");
        // OutOfMemory has the JVM's message of an error, which is no category.
        assertThat(sourcesWith(category))
                .extracting(file -> Objects.requireNonNull(file.getFileName()).toString())
                .containsExactlyInAnyOrder("Part.java", "NmtTexts.java", "CaptureTexts.java", "RegionPages.java");
    }

    /** What is gathered is a state, which anybody can fold; an analysis makes the section of it. */
    @Test
    void noAnalysisGathersByItself() {
        noClasses()
                .that()
                .implement(Analysis.class)
                .should()
                .implement(Fold.class)
                .check(HOUSE);
    }

    static List<Class<?>> readings() {
        return HOUSE.stream()
                .filter(type -> type.isAssignableTo(Analysis.class) || type.isAssignableTo(Comparison.class))
                .flatMap(type -> Arrays.stream(type.reflect().getGenericInterfaces()))
                .filter(ParameterizedType.class::isInstance)
                .map(ParameterizedType.class::cast)
                .filter(type -> type.getRawType() == Analysis.class || type.getRawType() == Comparison.class)
                .flatMap(type -> ours(type.getActualTypeArguments()[type.getActualTypeArguments().length - 1]).stream())
                .filter(type -> type != ProcessGrowth.class && type != Proposal.class)
                .distinct()
                .sorted(Comparator.comparing(Class::getName))
                .toList();
    }

    /** The classes of ours that a type names: of a list, its elements. */
    private static List<Class<?>> ours(Type type) {
        if (type instanceof ParameterizedType of) {
            return Stream.concat(Stream.of(of.getRawType()), Arrays.stream(of.getActualTypeArguments()))
                    .flatMap(each -> ours(each).stream())
                    .toList();
        }
        return type instanceof Class<?> one && one.getName().startsWith(ROOT) ? List.of(one) : List.of();
    }

    /**
     * A reading is figures and verdicts: of reports it knows no more than units, and places in code. Two have words as a
     * part of their data: the evidence of what grew in a place, and the formula by which each value of a proposal was found.
     */
    @ParameterizedTest
    @MethodSource("readings")
    void whatAnAnalysisReadsHasNoWords(Class<?> reading) {
        assertThat(HOUSE.get(reading).getDirectDependenciesFromSelf().stream()
                        .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                        .filter(type -> type.getPackageName().equals(ROOT + "report"))
                        .filter(type -> !type.isEquivalentTo(Unit.class) && !type.isEquivalentTo(Place.class))
                        .map(JavaClass::getName))
                .isEmpty();
    }

    /** Regressions, medians and their errors are computed in one place. */
    @Test
    void onlyTheFoldsComputeStatistics() {
        classes()
                .that()
                .resideOutsideOfPackage(ROOT + "fold")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackage("org.apache.commons.math3..")
                .check(HOUSE);
    }

    /**
     * Folders are changed by other processes while they are looked through, which ends a stream of these with an unchecked
     * exception; {@code FolderTree} goes on.
     */
    @Test
    void noStreamWalksThroughFoldersThatChange() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "samples..")
                // Any error is an answer there.
                .and()
                .doNotHaveFullyQualifiedName(ROOT + "classfiles.DirectoryClasses")
                .should()
                .callMethodWhere(target(owner(type(Files.class)))
                        .and(target(name("walk")).or(target(name("find")))))
                .check(HOUSE);
    }

    /** What users write is read in one place; JFR's own settings, and tests on JVMs older than the agent, are others. */
    @Test
    void unitsOfTimeAreReadInOnePlace() throws IOException {
        Pattern units = Pattern.compile("case \"ms\"|[|(]us[|)]");
        Set<String> readers = new TreeSet<>();
        for (String module : WITH_SAMPLES) {
            try (Stream<Path> files = Files.walk(Path.of("..").resolve(module).resolve("src/main/java"))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    if (units.matcher(Files.readString(file)).find()) {
                        readers.add(String.valueOf(file.getFileName()));
                    }
                }
            }
        }
        assertThat(readers).containsExactly("ClaimReader.java", "Durations.java", "EventTally.java");
    }

    @Test
    void everySampleOfAnEventHasItsKind() throws ReflectiveOperationException {
        TreeSet<String> ofSamples = new TreeSet<>();
        for (Class<?> sample : Sample.kinds()) {
            for (Field field : sample.getDeclaredFields()) {
                if (field.getName().startsWith("EVENT")) {
                    ofSamples.add(sample.getName() + " " + field.get(null));
                }
            }
        }
        List<String> ofKinds = EventKind.ALL.stream()
                .map(kind -> kind.sample().getName() + " " + kind.eventType())
                .sorted()
                .toList();

        assertThat(ofSamples).isNotEmpty();
        assertThat(ofKinds).containsExactlyElementsOf(ofSamples);
        assertThat(Sample.kinds())
                .containsAll(EventKind.ALL.stream().map(EventKind::sample).toList());
    }
}
