package dev.loomweight.command.baseline;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.fleet.budget.Baseline;
import dev.loomweight.fold.SlicedSpread;
import dev.loomweight.fold.Sum;
import dev.loomweight.kernel.stacks.StackMethods;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.memory.MemoryFigures;
import dev.loomweight.output.WholeFile;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinCensus.OfStack;
import dev.loomweight.pins.pinning.PinCensus.Site;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.PinSite.SiteKey;
import dev.loomweight.pins.pinning.diff.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A baseline as a JSON file: the figures of a recording as they were found, with the holders that the class files of that
 * time showed. So a later check needs neither the recording nor its class files. {@code docs/check.md} describes it.
 */
public final class BaselineFile {

    /** The version that is written; others are refused. */
    private static final int VERSION = 1;

    private static final String VERSION_KEY = "baselineVersion";
    private static final int MAX_BYTES = 128 << 20;
    private static final Gson GSON =
            new GsonBuilder().disableHtmlEscaping().setPrettyPrinting().create();

    private BaselineFile() {}

    /** The file, with its keys; files before 2026-12 do not have when memory was measured. */
    private record Stored(
            int baselineVersion,
            Pins pins,
            Map<String, StoredFigure> figures,
            Map<String, Long> lastMemoryBytes,
            @Nullable Map<String, Long> lastMemoryNanos) {}

    /**
     * All pins.
     *
     * @param shortestNanos shorter pins were not recorded
     * @param firstCut whether the first pin of a JVM may be missing; files before 2026-12 do not have it
     * @param runsNanos how long each of several runs was recorded; null for one
     */
    private record Pins(
            String missing,
            long recordedNanos,
            @Nullable Long shortestNanos,
            boolean monitorsPin,
            @Nullable Boolean firstCut,
            @Nullable List<Long> runsNanos,
            List<String> methods,
            List<StoredSite> sites) {}

    private record StoredSum(long pinsCount, long totalNanos, long maxNanos) {}

    private record StoredSite(
            String name,
            String holder,
            String blocker,
            List<String> causes,
            String cause,
            boolean own,
            boolean blamed,
            String summary,
            String solution,
            List<StoredStack> stacks,
            @Nullable List<StoredSum> runs,
            @Nullable StoredSpread spread) {}

    /** By slices of the recorded time; files before 2026-12 do not have it, and some of that month no logarithms. */
    private record StoredSpread(
            @Nullable List<Long> pinsCounts,
            @Nullable List<Long> nanos,
            @Nullable List<Double> logs,
            double squareNanos,
            double squareLogs,
            long marginalCount) {}

    /** Methods are indexes into the list of all. */
    @SuppressWarnings("ArrayRecordComponent") // as the file has them; they are never compared
    private record StoredStack(
            String event,
            int[] methods,
            boolean truncated,
            int[] undecided,
            long pinsCount,
            long totalNanos,
            long maxNanos) {}

    private record StoredFigure(long amount, String missing) {}

    /** Whether a path names one: a file that ends in {@code .json} and has its version. */
    public static boolean isOne(Path path) {
        if (!path.toString().toLowerCase(Locale.ROOT).endsWith(".json") || !Files.isRegularFile(path)) {
            return false;
        }
        try {
            return InputFile.text(path, MAX_BYTES).contains("\"" + VERSION_KEY + "\"");
        } catch (IOException e) {
            throw new DataException("cannot read " + path + ": " + CaptureFolder.reason(e), e);
        }
    }

    /**
     * Writes a baseline, completely or not at all.
     *
     * @param all the figures that are kept, as far as the baseline has them
     * @throws DataException if it cannot be written
     */
    public static void write(Path file, Baseline baseline, List<Figure<?>> all) {
        Numbering methods = new Numbering();
        PinReading pins = baseline.pins();
        PinCensus census = pins.census();
        Runs runs = baseline.runs();
        boolean several = runs.count() > 1;
        List<StoredSite> sites = census.sites().stream()
                .map(site -> stored(site, several ? runs : null, methods))
                .toList();
        Map<String, StoredFigure> figures = new LinkedHashMap<>();
        for (Figure<?> figure : all) {
            Measured measured = baseline.figures().get(figure.id());
            if (measured != null) {
                figures.put(figure.id(), new StoredFigure(measured.amount(), measured.missing()));
            }
        }
        Stored stored = new Stored(
                VERSION,
                new Pins(
                        pins.missing(),
                        census.recorded().toNanos(),
                        pins.shortest().toNanos(),
                        census.monitorsPin(),
                        census.firstCut(),
                        several
                                ? runs.processes().stream()
                                        .map(run -> census.recorded(run).toNanos())
                                        .toList()
                                : null,
                        methods.all,
                        sites),
                figures,
                baseline.memory().last(),
                baseline.memory().lastNanos());
        try {
            WholeFile.write(file, GSON.toJson(stored) + "\n");
        } catch (IOException e) {
            throw new DataException("cannot write " + file + ": " + CaptureFolder.reason(e), e);
        }
    }

    private static StoredSite stored(Site site, @Nullable Runs runs, Numbering methods) {
        return new StoredSite(
                site.name(),
                site.key().holder(),
                site.key().blocker(),
                site.causeIds(),
                site.cause(),
                site.own(),
                site.blamed(),
                site.summary(),
                site.words().solution(),
                site.stacks().stream()
                        .map(stack -> new StoredStack(
                                stack.methods().eventType(),
                                methods.of(stack.methods().methods()),
                                stack.methods().truncated(),
                                methods.of(stack.undecided()),
                                stack.sum().count(),
                                stack.sum().nanos(),
                                stack.sum().maxNanos()))
                        .toList(),
                runs == null
                        ? null
                        : runs.sums(site).stream()
                                .map(sum -> new StoredSum(sum.count(), sum.nanos(), sum.maxNanos()))
                                .toList(),
                site.spread().isKnown()
                        ? new StoredSpread(
                                site.spread().counts(),
                                site.spread().nanos(),
                                site.spread().logs(),
                                site.spread().squares(),
                                site.spread().logSquares(),
                                site.spread().marginal())
                        : null);
    }

    /** Numbers methods in the order in which they are first seen. */
    private static final class Numbering {
        private final List<String> all = new ArrayList<>();
        private final Map<String, Integer> numbers = new LinkedHashMap<>();

        int[] of(List<String> methods) {
            return methods.stream()
                    .mapToInt(method -> numbers.computeIfAbsent(method, key -> {
                        all.add(key);
                        return all.size() - 1;
                    }))
                    .toArray();
        }
    }

    /**
     * Reads a baseline.
     *
     * @throws DataException if it cannot be read, or is of a version that is not known
     */
    public static Baseline read(Path file) {
        try {
            JsonElement json = JsonParser.parseString(InputFile.text(file, MAX_BYTES));
            JsonObject object = json.getAsJsonObject();
            int version = object.get(VERSION_KEY).getAsInt();
            if (version != VERSION) {
                throw new DataException(file + " is a baseline of version " + version + ", and this loomweight reads "
                        + VERSION + "; save it again with --save-baseline");
            }
            return baseline(present(GSON.fromJson(object, Stored.class)));
        } catch (IOException e) {
            throw new DataException("cannot read " + file + ": " + CaptureFolder.reason(e), e);
        } catch (JsonParseException
                | IllegalStateException
                | UnsupportedOperationException
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | NullPointerException e) {
            throw new DataException(
                    file + " is not a complete baseline; save it again with --save-baseline " + file, e);
        }
    }

    private static Baseline baseline(Stored stored) {
        Pins pins = present(stored.pins);
        List<Site> sites = new ArrayList<>();
        for (StoredSite site : present(pins.sites)) {
            sites.add(site(site, present(pins.methods)));
        }
        Map<String, Measured> figures = new LinkedHashMap<>();
        present(stored.figures)
                .forEach((id, figure) -> figures.put(id, new Measured(figure.amount, "", present(figure.missing))));
        List<Long> runs = pins.runsNanos == null ? List.of(pins.recordedNanos) : pins.runsNanos;
        PinCensus census = new PinCensus(
                sites,
                List.of(),
                byRun(runs, Duration::ofNanos),
                pins.monitorsPin,
                Boolean.TRUE.equals(pins.firstCut),
                List.of());
        Map<String, Integer> runOf = new LinkedHashMap<>();
        census.recordedBy().keySet().forEach(run -> runOf.put(run, runOf.size()));
        return new Baseline(
                new PinReading(
                        census,
                        sites,
                        PinReading.Recorded.ON,
                        Duration.ofNanos(present(pins.shortestNanos)),
                        present(pins.missing)),
                Runs.of(runOf),
                figures,
                MemoryFigures.ofLast(
                        present(stored.lastMemoryBytes),
                        stored.lastMemoryNanos == null ? Map.of() : stored.lastMemoryNanos));
    }

    /** Values of runs, by the names that stand for those of their processes. */
    private static <S, T> Map<String, T> byRun(List<S> values, Function<S, T> value) {
        Map<String, T> byRun = new LinkedHashMap<>();
        values.forEach(one -> byRun.put("run " + (byRun.size() + 1), value.apply(one)));
        return byRun;
    }

    private static Site site(StoredSite site, List<String> methods) {
        List<OfStack> stacks = new ArrayList<>();
        Sum all = Sum.NONE;
        for (StoredStack stack : present(site.stacks)) {
            Sum sum = new Sum(stack.pinsCount, stack.totalNanos, stack.maxNanos);
            stacks.add(new OfStack(
                    new StackMethods(present(stack.event), named(stack.methods, methods), stack.truncated),
                    sum,
                    named(stack.undecided, methods)));
            all = all.plus(sum);
        }
        return new Site(
                new SiteKey(present(site.name), present(site.holder), present(site.blocker)),
                present(site.causes),
                present(site.cause),
                site.own,
                all,
                new Site.Words(null, present(site.summary), present(site.solution)),
                site.blamed,
                stacks,
                List.of(),
                spread(site.spread),
                byRun(
                        site.runs == null ? List.of() : site.runs,
                        sum -> new Sum(sum.pinsCount, sum.totalNanos, sum.maxNanos)));
    }

    private static SlicedSpread spread(@Nullable StoredSpread stored) {
        return stored == null
                ? SlicedSpread.UNKNOWN
                : new SlicedSpread(
                        present(stored.pinsCounts),
                        present(stored.nanos),
                        stored.logs == null ? List.of() : stored.logs,
                        stored.squareNanos,
                        stored.squareLogs,
                        stored.marginalCount);
    }

    private static List<String> named(int[] numbers, List<String> methods) {
        List<String> named = new ArrayList<>();
        for (int number : present(numbers)) {
            named.add(methods.get(number));
        }
        return named;
    }

    /** The parser leaves null what a file does not have. */
    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new JsonParseException("a key is missing");
        }
        return value;
    }
}
