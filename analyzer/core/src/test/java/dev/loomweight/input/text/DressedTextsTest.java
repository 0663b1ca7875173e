package dev.loomweight.input.text;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.capture.DataException;
import dev.loomweight.sample.Coverage.OfSource;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.NmtTexts.NmtMessage;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.NmtTexts.NmtStatistics;
import dev.loomweight.sample.Sample;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What surrounds a text changes nothing of what is read of it, nor does another text in the same file; what was lost of it is
 * said, and of a text that lost nothing, nothing is.
 *
 * <p>{@code -Dloomweight.dressed.seeds=1,2} takes other dressings, which are the same again with the same numbers, {@code
 * -Dloomweight.dressed.texts=N} so many texts of all seeds, {@code -Dloomweight.dressed.keep=FOLDER} keeps the texts that fail.
 */
class DressedTextsTest {

    private static final Path FOLDER = Path.of("../src/test/resources");

    /** Larger fixtures are left out: they have nothing that smaller ones have not. */
    private static final int MAX_CHARACTERS = 60_000;

    /** One line alone shows neither that it was wrapped nor where it ended. */
    private static final int MIN_WRAPPED = 2;

    private static final String SEEDS = "1,2,3,4,5,6,7,8,9,10";

    private static final Set<String> COUNTED =
            Set.of("NmtReport", "ClassHistogram", "NativeHeap", "HeapInfo", "SystemMap");

    /** Where something is missing, by the number of a line. */
    private static final Pattern AT_LINE = Pattern.compile("(after|before|at) line (\\d+)");

    private static final Set<Object> UNKNOWN = Set.of("", -1, -1L, -1.0, false, List.of());

    /** In these methods a stack may end. */
    private static final Pattern OUTERMOST = Pattern.compile(".*(\\.(run|main)\\(|\\.ThreadDumper\\.).*");

    private static final Pattern BEGIN =
            Pattern.compile("\\s*$|#\\d+ \"|\"|\\p{XDigit}+-\\p{XDigit}+ |\\[\\d+\\] sun\\.");

    @TempDir
    private Path folder;

    /** A text, and what is read of it as it is. */
    private record Bare(String name, String kind, List<String> lines, List<Sample> samples, List<String> notes) {

        boolean isJson() {
            return kind.contains("JSON");
        }

        /** Whether a tool made it whose dumps have neither first nor last lines, and each line a dash. */
        boolean isOfOtherTool() {
            return name.matches(".*/(jhsdb|thread-info|actuator)\\.txt");
        }

        boolean isDump() {
            return kind.contains("dump");
        }

        /** Whether both can be in one file: of most kinds, a text has one. */
        boolean goesWith(Bare other) {
            Set<Class<?>> own = kinds();
            return other.kinds().stream().noneMatch(own::contains)
                    && !(isDump() && other.isDump())
                    // The process above a text is that of all its reports that name none.
                    && !(lines.getFirst().matches("\\d+:")
                            && other.samples.stream()
                                    .anyMatch(sample -> sample instanceof NmtReport nmt && nmt.pid() < 0))
                    && !isOfOtherTool()
                    && !other.isOfOtherTool();
        }

        private Set<Class<?>> kinds() {
            return samples.stream()
                    .map(Sample::getClass)
                    .filter(each -> each != ProcessId.class)
                    .collect(toSet());
        }

        Bare and(Bare other) {
            return new Bare(
                    name + " and " + other.name,
                    kind + " and " + other.kind,
                    Stream.of(lines, List.of(""), other.lines)
                            .flatMap(List::stream)
                            .toList(),
                    Stream.concat(samples.stream(), other.samples.stream()).toList(),
                    notes);
        }
    }

    /** What is read of a text, or why it is refused. */
    private record Reading(
            List<Sample> samples,
            List<String> notes,
            @Nullable String refused) {

        List<String> missing() {
            return notes.stream()
                    .filter(note -> note.startsWith(OfSource.INCOMPLETE))
                    .toList();
        }
    }

    private Reading read(byte[] text) {
        try {
            Path file = Files.write(folder.resolve("text.txt"), text);
            List<Class<? extends Sample>> all = new ArrayList<>();
            for (TextFormat format : TextFormat.values()) {
                all.addAll(format.samples().samples());
            }
            RealTexts.Found found = RealTexts.read(file, Interest.in(all));
            return new Reading(found.samples(), found.notes(), null);
        } catch (DataException e) {
            return new Reading(List.of(), List.of(), e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<Bare> texts() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String folder : List.of("nmt", "texts", "dumps", "first-screen", "carriers")) {
            try (Stream<Path> all = Files.walk(FOLDER.resolve(folder))) {
                all.filter(Files::isRegularFile)
                        .filter(file -> file.toString()
                                .matches(".*(\\.txt(\\.gz)?|\\.log|\\.json|/status|/smaps_rollup|/smaps)"))
                        .sorted()
                        .forEach(files::add);
            }
        }
        List<Bare> texts = new ArrayList<>();
        for (Path file : files) {
            String text = text(file);
            if (text.length() > MAX_CHARACTERS || text.isBlank()) {
                continue;
            }
            Reading bare = read(text.getBytes(StandardCharsets.UTF_8));
            assertThat(bare.notes()).as("%s", file).noneMatch(note -> note.startsWith(OfSource.INCOMPLETE));
            // Statistics of NMT are taken over line by line, without a figure.
            if (bare.refused() == null
                    && !bare.samples().isEmpty()
                    && bare.samples().stream().noneMatch(NmtStatistics.class::isInstance)) {
                String kind = (file.toString().endsWith(".json") ? "JSON " : "")
                        + bare.samples()
                                .getFirst()
                                .getClass()
                                .getSimpleName()
                                .replaceAll(".*(Thread|Owner).*", "dump $1");
                texts.add(new Bare(
                        FOLDER.relativize(file).toString(), kind, text.lines().toList(), bare.samples(), bare.notes()));
            }
        }
        return texts;
    }

    private static String text(Path file) throws IOException {
        try (InputStream packed = Files.newInputStream(file);
                InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(packed) : packed) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void whatSurroundsATextChangesNothing() throws IOException {
        String seeds = System.getProperty("loomweight.dressed.seeds", SEEDS);
        List<Long> numbers = Stream.of(seeds.split(",")).map(Long::valueOf).toList();
        int count = Integer.getInteger("loomweight.dressed.texts", 2_000) / numbers.size();
        System.out.println("dressed texts: -Dloomweight.dressed.seeds=" + seeds);
        Map<String, List<Bare>> kinds = new TreeMap<>();
        texts().forEach(text ->
                kinds.computeIfAbsent(text.kind(), any -> new ArrayList<>()).add(text));
        List<List<Bare>> all = List.copyOf(kinds.values());
        List<String> failures = new ArrayList<>();
        Map<String, int[]> held = new TreeMap<>();
        for (long seed : numbers) {
            judge(seed, count, all, failures, held);
        }
        held.forEach((key, counts) -> System.out.println(key + ": " + counts[0] + " of " + (counts[0] + counts[1])));
        assertThat(failures).as("seeds %s", seeds).isEmpty();
    }

    private void judge(long seed, int count, List<List<Bare>> all, List<String> failures, Map<String, int[]> held)
            throws IOException {
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            List<Bare> of = all.get(i % all.size());
            Bare text = of.get(random.nextInt(of.size()));
            List<Bare> others = all.get(random.nextInt(all.size()));
            Bare other = others.get(random.nextInt(others.size()));
            if (random.nextInt(8) == 0 && text.goesWith(other)) {
                text = text.and(other);
            }
            Case dressed = dress(text, random);
            String failure = judge(text, dressed);
            for (String key : List.of("kind " + text.kind(), "dress " + dressed.name(), "all")) {
                int[] counts = held.computeIfAbsent(key, any -> new int[2]);
                counts[failure == null ? 0 : 1]++;
            }
            if (failure != null) {
                failures.add(seed + "-" + i + " " + text.name() + " " + dressed.name() + ": " + failure);
                String keep = System.getProperty("loomweight.dressed.keep");
                if (keep != null) {
                    Files.write(Path.of(keep).resolve(seed + "-" + i + ".txt"), dressed.bytes());
                }
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // Cases are not compared.
    private record Case(String name, byte[] bytes, boolean wrapped, Cut cut) {}

    /**
     * What is missing of a text.
     *
     * @param from the number of lines before it
     * @param exact whether a note can have no other number
     */
    private record Cut(List<String> lines, int from, boolean exact) {

        boolean isNone() {
            return from < 0;
        }

        /** Whether the place that a note names is that of the cut. */
        boolean isAt(String note) {
            Matcher at = AT_LINE.matcher(note);
            // A mapping shows with the next one that it has fewer lines.
            return !exact || !at.find() || Math.abs(Long.parseLong(at.group(2)) - from - 1) <= 30;
        }
    }

    private static Case dress(Bare text, Random random) {
        List<Dresser> suited = Arrays.stream(Dresser.values())
                .filter(each ->
                        each.suits(text.isJson(), !text.isDump(), text.kind().equals("dump Thread")))
                .filter(each -> each != Dresser.LOST_DASHES || !text.isOfOtherTool())
                .filter(each -> !each.wraps() || (text.lines().size() > MIN_WRAPPED && !text.isOfOtherTool()))
                .toList();
        List<String> lines = text.lines();
        List<String> names = new ArrayList<>();
        boolean isCut = random.nextInt(4) == 0 && !text.isOfOtherTool();
        Cut cut = isCut ? cut(text, random, names) : new Cut(lines, -1, false);
        lines = cut.lines();
        boolean wrapped = false;
        int dressings = isCut ? random.nextInt(2) : 1 + random.nextInt(2);
        for (int i = 0; i < dressings; i++) {
            Dresser dress = suited.get(random.nextInt(suited.size()));
            suited = suited.stream()
                    .filter(each -> !each.isLike(dress) && !(dress.makesJson() && !each.suits(true, false, false)))
                    .toList();
            lines = dress.on(lines, random);
            wrapped |= dress.wraps();
            names.add(dress.name());
        }
        cut = dressings == 0 ? cut : new Cut(cut.lines(), cut.from(), false);
        return new Case(String.join("+", names), Dresser.bytes(lines, random), wrapped, cut);
    }

    /** Cut at either end, or in the middle, where people mostly say so. What counts itself shows it also where they do not. */
    private static Cut cut(Bare text, Random random, List<String> names) {
        List<String> lines = text.lines();
        int from = random.nextInt(lines.size());
        // Between two complete mappings or threads, nothing shows that more were there.
        while (!COUNTED.contains(text.kind())
                && from < lines.size() - 1
                && (BEGIN.matcher(lines.get(from)).lookingAt()
                        || (from > 0 && OUTERMOST.matcher(lines.get(from - 1)).matches()))) {
            from++;
        }
        int to = from + 1 + random.nextInt(lines.size() - from);
        return switch (random.nextInt(3)) {
            case 0 -> {
                names.add("HEAD");
                yield new Cut(lines.subList(0, Math.max(1, from)), from, true);
            }
            case 1 -> {
                names.add("TAIL");
                yield new Cut(lines.subList(from, lines.size()), 0, false);
            }
            default -> {
                names.add("MIDDLE");
                boolean counted = COUNTED.contains(text.kind());
                List<String> mark = counted && random.nextBoolean()
                        ? List.of()
                        : List.of(List.of("...", "[...]", "<snip>", "(12 lines omitted)")
                                .get(random.nextInt(4)));
                yield new Cut(
                        Stream.of(lines.subList(0, from), mark, lines.subList(to, lines.size()))
                                .flatMap(List::stream)
                                .toList(),
                        from,
                        !mark.isEmpty() && !text.isJson() && !text.kind().contains(" and "));
            }
        };
    }

    /** Why a reading is not as it must be, or null. */
    private @Nullable String judge(Bare bare, Case dressed) {
        Reading reading = read(dressed.bytes());
        boolean whole = dressed.cut().isNone() && !dressed.wrapped();
        if (whole && !reading.missing().isEmpty()) {
            return "complete, and said not to be: " + reading.missing();
        }
        if (reading.missing().stream().anyMatch(note -> !dressed.cut().isAt(note))) {
            return "cut after line " + dressed.cut().from() + ", and not there: " + reading.missing();
        }
        if (same(reading.samples(), bare.samples())) {
            return null;
        }
        boolean said = reading.refused() != null || !reading.missing().isEmpty();
        if (said && !whole) {
            return null;
        }
        // What is unknown is no other figure.
        if (!whole
                && reading.refused() == null
                && reading.samples().stream().allMatch(found -> isPart(found, bare.samples()))) {
            return null;
        }
        String refused = reading.refused();
        return refused != null
                ? "refused: " + refused
                : "not the same: " + difference(bare.samples(), reading.samples()) + " " + reading.notes();
    }

    private static boolean isPart(Sample found, List<Sample> all) {
        return all.stream().anyMatch(sample -> sample.getClass() == found.getClass() && isPart(found, sample));
    }

    /** Whether what is known of something is what is known of another. */
    private static boolean isPart(@Nullable Object found, @Nullable Object all) {
        if (Objects.equals(found, all) || found == null || UNKNOWN.contains(found)) {
            return true;
        }
        if (found instanceof Map<?, ?> known && all instanceof Map<?, ?> other) {
            return other.entrySet().containsAll(known.entrySet());
        }
        if (found instanceof NmtReport report
                && report.missing().reservedBytes() == 0
                && report.missing().committedBytes() == 0) {
            // What it lacks has no bytes.
            return true;
        }
        if (found instanceof String name && all instanceof String whole && whole.startsWith(name + " (0x")) {
            // Further down in a crash log, a signal has its name without its number.
            return true;
        }
        if (found instanceof NmtMessage message) {
            return all instanceof NmtMessage other && message.kind() == other.kind();
        }
        if (all == null || !found.getClass().isRecord() || found.getClass() != all.getClass()) {
            return false;
        }
        return Arrays.stream(found.getClass().getRecordComponents())
                .allMatch(part -> isPart(valueOf(part, found), valueOf(part, all)));
    }

    private static @Nullable Object valueOf(RecordComponent part, Object of) {
        try {
            Method accessor = part.getAccessor();
            accessor.setAccessible(true);
            return accessor.invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static boolean same(List<Sample> found, List<Sample> expected) {
        return counts(found).equals(counts(expected));
    }

    private static Map<Sample, Integer> counts(List<Sample> samples) {
        Map<Sample, Integer> counts = new HashMap<>();
        // Of two texts, the first is of the process that is named above it.
        samples.stream()
                .filter(sample -> !(sample instanceof ProcessId))
                .forEach(sample -> counts.merge(sample, 1, Integer::sum));
        return counts;
    }

    private static String difference(List<Sample> expected, List<Sample> found) {
        if (expected.size() != found.size()) {
            return expected.size() + " expected, found " + found.size() + ", of which no parts are "
                    + found.stream().filter(each -> !isPart(each, expected)).toList();
        }
        for (int i = 0; i < expected.size(); i++) {
            String one = expected.get(i).toString();
            String other = found.get(i).toString();
            if (!one.equals(other)) {
                int at = 0;
                while (at < Math.min(one.length(), other.length()) && one.charAt(at) == other.charAt(at)) {
                    at++;
                }
                int from = Math.max(0, at - 60);
                return one.substring(from, Math.min(one.length(), at + 60)) + " | found: "
                        + other.substring(from, Math.min(other.length(), at + 60));
            }
        }
        return "other order";
    }
}
