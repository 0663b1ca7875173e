package dev.loomweight.junit;

import dev.loomweight.junit.spi.GateJudge;
import dev.loomweight.junit.spi.GateSetup;
import dev.loomweight.junit.spi.TestSpan;
import dev.loomweight.junit.spi.Verdict;
import dev.loomweight.junit.spi.Verdicts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which tests of a run fail, and why. */
final class Failures {

    private static final String NOT_MEASURED = " could not be measured (counts as a failure): ";

    /** Whether a configuration claims something of all tests: what the judge would say that cannot be asked. */
    private static final Pattern EVERY_TEST = Pattern.compile("(?m)^[^#\\n]*\\bevery\\s*=\\s*true\\b");

    private final List<TestSpan> spans;
    private final List<Failure> failures = new ArrayList<>();

    private Failures(List<TestSpan> spans) {
        this.spans = spans;
    }

    /**
     * Ends the recording and judges it.
     *
     * @param spans of the run, in the order of their starts
     * @param faults what is wrong with the annotations of a test, by its id
     * @return in the order of the spans
     */
    static List<Failure> of(
            RunRecording recording, List<TestSpan> spans, Map<Verdict.Subject, Map<String, String>> faults) {
        if (spans.isEmpty()) {
            recording.discard();
            return List.of();
        }
        Path file = RunFolder.recording();
        Failures found = new Failures(spans);
        Path part = recording.stop(file, spans.stream().anyMatch(span -> span.threadsClaim() != null));
        try {
            found.judge(recording, part);
        } finally {
            recording.close();
        }
        if (part != null) {
            try {
                if (RunFolder.keepsRecordings()) {
                    RunRecording.keep(part, file);
                } else {
                    Files.delete(part);
                }
            } catch (IOException e) {
                GateLog.print("cannot keep the recording of the tests: " + e);
            }
        }
        for (TestSpan span : spans) {
            faults.forEach((subject, ofTests) -> {
                String fault = ofTests.get(span.id());
                if (fault != null) {
                    found.notMeasured(span, subject, fault);
                }
            });
        }
        return found.failures;
    }

    private void notMeasured(TestSpan span, Verdict.Subject subject, String why) {
        String words = subject == Verdict.Subject.PINS ? "pins" : "threads that are left";
        failures.add(new Failure(span, subject, words + NOT_MEASURED + why));
    }

    private void judge(RunRecording recording, @Nullable Path part) {
        Path config = RunFolder.config();
        boolean claimed = spans.stream().anyMatch(TestSpan::isClaimed);
        if (!claimed && config == null) {
            return;
        }
        boolean configured = claimsOfEveryTest(config);
        String reason = recording.reason();
        if (part == null || reason != null) {
            failAll(reason == null ? "nothing was recorded" : reason, span -> configured);
            return;
        }
        try {
            take(
                    JudgeLoader.judge(),
                    part,
                    new GateSetup(RunFolder.project(), config, RunFolder.classPath(classes()), recording.laterEnds()));
        } catch (RuntimeException | Error e) {
            // Also of memory or stack: what the judge runs out of is no fault of tests that claim nothing.
            failAll(e.getMessage() == null ? e.toString() : e.getMessage(), span -> configured);
        }
    }

    private void take(GateJudge judge, Path part, GateSetup setup) {
        Thread thread = Thread.currentThread();
        ClassLoader context = thread.getContextClassLoader();
        Verdicts verdicts;
        try {
            thread.setContextClassLoader(judge.getClass().getClassLoader());
            verdicts = judge.judge(part, spans, setup);
        } finally {
            thread.setContextClassLoader(context);
        }
        verdicts.notes().forEach(note -> GateLog.print(named(note, part)));
        String notMeasured = verdicts.notMeasured();
        Map<Verdict.Subject, Map<String, Verdict>> byTest = new EnumMap<>(Verdict.Subject.class);
        Map<String, Verdict> ofPins = new HashMap<>();
        byTest.put(Verdict.Subject.PINS, ofPins);
        verdicts.tests()
                .forEach(verdict -> byTest.computeIfAbsent(verdict.subject(), any -> new HashMap<>())
                        .put(verdict.testId(), verdict));
        if (notMeasured != null) {
            failAll(notMeasured, span -> ofPins.containsKey(span.id()));
            return;
        }
        for (Verdict.Subject subject : Verdict.Subject.values()) {
            String undecided = verdicts.undecided().get(subject);
            if (undecided != null) {
                failures.add(new Failure(ofRun(subject), subject, named(undecided, part)));
            }
        }
        for (TestSpan span : spans) {
            byTest.forEach((subject, ofTests) -> take(span, subject, ofTests.get(span.id()), part));
        }
    }

    private void take(TestSpan span, Verdict.Subject subject, @Nullable Verdict verdict, Path part) {
        if (verdict == null) {
            if (isClaimed(span, subject)) {
                notMeasured(span, subject, "no verdict");
            }
        } else if (verdict.failed()) {
            failures.add(new Failure(span, subject, named(verdict.message(), part)));
        } else if (!verdict.message().isEmpty()) {
            GateLog.print(span.qualifiedName() + ": " + verdict.message());
        }
    }

    private static boolean isClaimed(TestSpan span, Verdict.Subject subject) {
        return subject == Verdict.Subject.PINS ? !span.claims().isEmpty() : span.threadsClaim() != null;
    }

    /** Stands for the run, where it fails and none of its tests does. */
    private TestSpan ofRun(Verdict.Subject subject) {
        TestSpan first = spans.get(0);
        String name = subject == Verdict.Subject.PINS ? "undecided pins" : "undecided threads";
        return new TestSpan("run", name, "", name, 0, "", first.from(), first.from(), List.of());
    }

    /** With the name that the recording has when people read the message. */
    private static String named(String message, Path part) {
        return message.replace(part.toString(), RunFolder.recording().toString());
    }

    /**
     * Fails every test that claims something.
     *
     * @param configured whether the configuration claims something for the pins of a test
     */
    private void failAll(String reason, Predicate<TestSpan> configured) {
        for (TestSpan span : spans) {
            // A class is more than its tests, but the reason is the same: once for each test is enough.
            if (span.methodName() != null) {
                for (Verdict.Subject subject : Verdict.Subject.values()) {
                    if (isClaimed(span, subject) || (subject == Verdict.Subject.PINS && configured.test(span))) {
                        notMeasured(span, subject, reason);
                    }
                }
            }
        }
    }

    private static boolean claimsOfEveryTest(@Nullable Path config) {
        if (config == null) {
            return false;
        }
        try {
            return EVERY_TEST
                    .matcher(Files.readString(config, StandardCharsets.UTF_8))
                    .find();
        } catch (IOException e) {
            // It was to say what is claimed.
            return true;
        }
    }

    private Set<Class<?>> classes() {
        Set<Class<?>> classes = new LinkedHashSet<>();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        for (TestSpan span : spans) {
            if (span.methodName() == null) {
                try {
                    classes.add(Class.forName(span.className(), false, context));
                } catch (ClassNotFoundException | LinkageError e) {
                    // Of a class loader that tests made themselves.
                }
            }
        }
        return classes;
    }
}
