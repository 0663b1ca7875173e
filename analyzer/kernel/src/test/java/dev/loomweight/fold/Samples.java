package dev.loomweight.fold;

import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Samples with exactly the values that a test is about. */
public final class Samples {

    public static final Origin SHOP = new Origin("shop", null, "shop.jfr", Instrument.JFR);

    private Samples() {}

    static Pin pin(long nanos, long threadId, @Nullable String reason, StackTrace stack) {
        return new Pin(
                Instant.EPOCH,
                nanos,
                new ThreadRef(threadId, "", 0, true),
                null,
                reason == null ? null : "LockSupport.park",
                reason,
                stack);
    }

    /** A stack of frames {@code class.method:line}, or without a line, the innermost first. */
    public static StackTrace stack(String... frames) {
        return new StackTrace(Arrays.stream(frames).map(Samples::frame).toList(), false);
    }

    static Frame frame(String text) {
        int colon = text.indexOf(':');
        String name = colon < 0 ? text : text.substring(0, colon);
        int dot = name.lastIndexOf('.');
        int line = colon < 0 ? -1 : Integer.parseInt(text.substring(colon + 1));
        return new Frame(name.substring(0, dot), name.substring(dot + 1), "()V", line, 0, 0, "Interpreted");
    }

    public static <A> Section section(Analysis<A, ?> analysis, Coverage coverage, Sample... samples) {
        A all = analysis.fold().empty();
        for (Sample sample : List.of(samples)) {
            analysis.fold().add(all, SHOP, sample);
        }
        return analysis.finish(all, coverage);
    }

    /** The block of that key. */
    public static <B> B block(Section section, String id, Class<B> type) {
        return section.blocks().stream()
                .filter(block -> block.id().equals(id))
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }
}
