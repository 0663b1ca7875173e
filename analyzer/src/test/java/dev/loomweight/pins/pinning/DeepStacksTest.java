package dev.loomweight.pins.pinning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.PinEvents.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stacks far deeper than those that a JVM records, 2,048 frames at most: nothing here goes as deep itself. */
class DeepStacksTest {

    private static final int FRAMES = 5_000;
    private static final Origin SHOP = new Origin("shop", null, "shop.jfr", Instrument.JFR);

    private static Section section() {
        PinAnalysis sites = new PinAnalysis(PinOptions.NONE);
        Pins pins = sites.fold().empty();
        for (int i = 0; i < 12; i++) {
            ThreadRef thread = new ThreadRef(1, "", 1, true);
            sites.fold()
                    .add(
                            pins,
                            SHOP,
                            new Pin(Instant.EPOCH.plusSeconds(i), 30_000_000, thread, null, null, null, stack(i)));
        }
        return sites.finish(pins, Coverage.NONE);
    }

    private static StackTrace stack(int different) {
        List<Frame> frames = new ArrayList<>(List.of(
                new Frame("java.lang.Thread", "sleep", "()V", 1, 1, 0, "Interpreted"),
                new Frame("com.acme.Cart", "add", "()V", 1, 1, 0x20, "Interpreted")));
        while (frames.size() < FRAMES) {
            int line = frames.size() == FRAMES / 2 ? different : 7;
            frames.add(new Frame("com.acme.Deep", "down", "(I)V", line, 1, 0, "Interpreted"));
        }
        return new StackTrace(frames, false);
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void everyFormShowsThem(Format format) {
        Report report = new Report("pins", "shop", List.of(section()));
        StringBuilder text = new StringBuilder();
        try {
            format.renderer(TextOptions.PLAIN).render(report, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }

        String shown = format.isBinary()
                ? new String(Base64.getMimeDecoder().decode(text.toString()), StandardCharsets.ISO_8859_1)
                : text.toString();
        assertThat(shown).contains("com.acme.Cart");
    }
}
