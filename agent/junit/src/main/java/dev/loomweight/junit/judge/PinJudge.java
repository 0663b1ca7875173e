package dev.loomweight.junit.judge;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.capture.DataException;
import dev.loomweight.command.baseline.BaselineFile;
import dev.loomweight.fleet.budget.Baseline;
import dev.loomweight.fleet.budget.PinGate;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.fold.OfFold;
import dev.loomweight.fold.Sum;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.junit.spi.Claim;
import dev.loomweight.junit.spi.GateJudge;
import dev.loomweight.junit.spi.GateSetup;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.junit.spi.Verdict;
import dev.loomweight.junit.spi.Verdicts;
import dev.loomweight.pins.pinning.PinAnalysis;
import dev.loomweight.pins.pinning.PinCensus;
import dev.loomweight.pins.pinning.PinCensus.Site;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.pins.pinning.PinReading;
import dev.loomweight.pins.pinning.Pins;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Coverage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Judges tests by the pins of their recording, as {@code loomweight check} judges a recording. */
public final class PinJudge implements GateJudge {

    // JEP 491: from this JDK on, who waits for a monitor unmounts.
    private static final int MONITORS_UNMOUNT = 24;

    /** A judge. */
    public PinJudge() {}

    @Override
    public Verdicts judge(Path recording, List<TestSpan> spans, GateSetup setup) {
        Rules rules = Rules.of(setup);
        if (!Files.isRegularFile(recording)) {
            return notMeasured(spans, rules, "the recording " + recording + " is missing; run the tests again");
        }
        List<String> entries =
                new ArrayList<>(setup.classPath().stream().map(Path::toString).toList());
        entries.addAll(rules.classPath());
        Path jdk = Path.of(System.getProperty("java.home"));
        try (ClassPath path = ClassPath.of(entries, jdk, Runtime.version().feature())) {
            return new Run(recording, spans, rules, new Code(path)).verdicts(setup);
        } catch (IOException e) {
            throw new DataException("cannot read the class path of the tests: " + e.getMessage(), e);
        }
    }

    /** All tests of which something is claimed fail. */
    private static Verdicts notMeasured(List<TestSpan> spans, Rules rules, String why) {
        return new Verdicts(
                spans.stream()
                        .filter(span -> !rules.claims(span).isEmpty())
                        .map(span -> new Verdict(span.id(), true, why))
                        .toList(),
                List.of(),
                why);
    }

    /** The judging of one run. */
    private static final class Run {
        private final Path recording;
        private final List<TestSpan> all;
        private final Spans spans;
        private final Rules rules;
        private final Code code;
        private final Map<List<String>, PinAnalysis> analyses = new HashMap<>();

        Run(Path recording, List<TestSpan> spans, Rules rules, Code code) {
            this.recording = recording;
            this.all = spans;
            this.spans = new Spans(spans, new TestCode(code, spans), number -> isJudged(rules, spans.get(number)));
            this.rules = rules;
            this.code = code;
        }

        private static boolean isJudged(Rules rules, TestSpan span) {
            return rules.claims(span).stream()
                    .anyMatch(claim -> claim.kind() == Claim.Kind.NO_PINS
                            && claim.allowed().isEmpty());
        }

        private PinAnalysis analysis(List<String> own) {
            return analyses.computeIfAbsent(
                    own, key -> new PinAnalysis(new PinOptions(code, key, PinOptions.Filter.ALL, 0)));
        }

        Verdicts verdicts(GateSetup setup) {
            PinsOfTests fold = new PinsOfTests(spans, firstUses());
            Path baseline = rules.baseline();
            PinAnalysis whole = analysis(rules.own());
            List<OfFold<?>> folds = baseline == null ? List.of(fold) : List.of(fold, whole);
            FoldRun run = FoldRun.read(folds, List.of(RecordingSource.of(recording, ReaderChoice.AUTO)));
            if (!run.problems().isEmpty()) {
                return notMeasured(all, rules, String.join("; ", run.problems()));
            }
            TestPins pins = new TestPins(run.result(fold).all(), run.coverage(), this::analysis);
            String missing = PinGate.missing(run.coverage(), pins.monitorsPin());
            PinGate gate = new PinGate(rules.suppressions(), LocalDate.now(ZoneOffset.UTC));
            PinGate expected = new PinGate(List.of(), LocalDate.now(ZoneOffset.UTC));
            List<String> notes = new ArrayList<>();
            rules.classPath().stream()
                    .filter(entry -> !Files.exists(Path.of(entry.replaceFirst("\\*$", ""))))
                    .forEach(entry -> notes.add("classpath of loomweight.toml: no such file or directory: " + entry));
            gate.expired().forEach(words -> notes.add("the suppression of " + words + "; it has no effect any more"));
            Duration threshold = PinGate.threshold(run.coverage(), pins.monitorsPin());
            if (baseline != null) {
                PinCensus census = whole.census(run.result(whole).all(), run.coverage());
                gate = gate.with(census, baseline(baseline, threshold), rules.margin());
            }
            Judgement judgement = new Judgement(spans, missing, threshold);
            List<Verdict> verdicts = new ArrayList<>();
            Map<Share, List<Site>> undecided = new LinkedHashMap<>();
            for (int i = 0; i < spans.size(); i++) {
                List<Verdict> ofTest = new ArrayList<>();
                for (Claim claim : rules.claims(spans.get(i))) {
                    PinGate by = claim.kind() == Claim.Kind.EXPECT_PINS ? expected : gate;
                    boolean ofClasses = claim.includeClassLoading();
                    List<String> own = rules.own(claim);
                    TestPins.OfTest certain = pins.of(i, own, by, ofClasses, false);
                    ofTest.add(judgement.of(i, claim, certain));
                    if (!Judgement.isExceeded(claim, certain)
                            && Judgement.isExceeded(claim, pins.of(i, own, by, ofClasses, true))) {
                        for (Share share : pins.undecided(i, ofClasses)) {
                            List<Site> some =
                                    by.divide(pins.sites(share, own), ofClasses).sites();
                            if (!some.isEmpty()) {
                                undecided.putIfAbsent(share, some);
                            }
                        }
                    }
                }
                if (!ofTest.isEmpty()) {
                    verdicts.add(Judgement.together(spans.get(i), ofTest));
                }
            }
            ofNone(pins, gate, notes);
            notes.addAll(code.notes());
            LeftThreads.Found left = LeftThreads.of(spans, recording, setup.laterEnds());
            verdicts.addAll(left.verdicts());
            Map<Verdict.Subject, String> ofRun = new EnumMap<>(Verdict.Subject.class);
            if (!undecided.isEmpty()) {
                ofRun.put(Verdict.Subject.PINS, new VerdictText(spans).undecided(undecided));
            }
            if (left.undecided() != null) {
                ofRun.put(Verdict.Subject.THREADS, left.undecided());
            }
            return new Verdicts(verdicts, notes, null, ofRun);
        }

        /** Before the pins are divided: what an owner did is recorded before or after the wait for it. */
        private FirstUses firstUses() {
            if (Runtime.version().feature() >= MONITORS_UNMOUNT) {
                return FirstUses.NONE;
            }
            FirstUses.Reading reading = new FirstUses.Reading();
            FoldRun run = FoldRun.read(List.of(reading), List.of(RecordingSource.of(recording, ReaderChoice.AUTO)));
            return new FirstUses(run.result(reading).all());
        }

        private void ofNone(TestPins pins, PinGate gate, List<String> notes) {
            Sum outside = gate.divide(pins.ofNone(rules.own()), false).counted();
            if (outside.count() > 0) {
                notes.add(VerdictText.amount(outside) + ", while no test or class of tests ran; no test fails by them."
                        + " `loomweight pins " + recording + "` shows them");
            }
        }

        /** @param threshold from when on the tests recorded pins: what one side could not record is no difference */
        private PinCensus baseline(Path file, Duration threshold) {
            if (BaselineFile.isOne(file)) {
                Baseline baseline = BaselineFile.read(file);
                PinReading pins = baseline.pins();
                if (!pins.missing().isEmpty()) {
                    throw new DataException("the baseline " + file + " has no pins: " + pins.missing()
                            + "; save it again with --save-baseline");
                }
                requireSame(threshold, pins.shortest(), file);
                return pins.census();
            }
            if (!file.toString().endsWith(".jfr")) {
                throw new DataException(
                        "a baseline of tests is a recording (.jfr) or a file of --save-baseline (.json)," + " and "
                                + file + " is neither");
            }
            PinAnalysis analysis = analysis(rules.own());
            FoldRun run = FoldRun.read(List.of(analysis), List.of(RecordingSource.of(file, ReaderChoice.AUTO)));
            Coverage coverage = run.coverage();
            if (!run.problems().isEmpty()) {
                throw new DataException("baseline: " + String.join("; ", run.problems()));
            }
            Pins pins = run.result(analysis).all();
            PinCensus census = analysis.census(pins, coverage);
            String missing = PinGate.missing(coverage, census.monitorsPin());
            if (!missing.isEmpty()) {
                throw new DataException("the baseline cannot be compared with: " + missing);
            }
            requireSame(threshold, PinGate.threshold(coverage, census.monitorsPin()), file);
            return census;
        }

        private static void requireSame(Duration threshold, @Nullable Duration before, Path file) {
            if (before != null && !before.equals(threshold)) {
                throw new DataException("the baseline " + file + " has pins from " + Amounts.time(before.toNanos())
                        + ", and the tests recorded them from " + Amounts.time(threshold.toNanos())
                        + "; take the recording of an earlier run of the tests");
            }
        }
    }
}
