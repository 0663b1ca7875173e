package dev.loomweight.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.live.LiveFigures;
import dev.loomweight.terminal.FullScreen;
import dev.loomweight.terminal.Key;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jline.terminal.Attributes;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.LineDisciplineTerminal;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The terminal, against JLine's own model of a screen: what a user sees, not what is sent. */
class FullScreenTest {

    private static final String TITLE = "Shop, process 4711, JDK 25.0.3";

    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    static Stream<Size> sizes() {
        return Stream.of(Size.of(40, 24), Size.of(80, 24), Size.of(120, 40), Size.of(200, 60));
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void theScreenShowsThePageWhateverStoodThereBefore(Size size) throws IOException {
        try (Terminal terminal = terminal(size);
                FullScreen screen = new FullScreen(terminal, true)) {
            List<AttributedString> bare = page(Moments.bare(), size);
            List<AttributedString> busy = page(Moments.busy(), size);
            screen.draw(bare);
            assertThat(shown(size)).isEqualTo(texts(bare));
            screen.draw(busy);
            assertThat(shown(size)).isEqualTo(texts(busy));
            screen.clear();
            screen.draw(bare);
            assertThat(shown(size)).isEqualTo(texts(bare));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"xterm-256color", "screen-256color", "ansi"})
    void theFirstPageBeginsAtTheTopWhereverTheCursorWas(String type) throws IOException {
        Size size = Size.of(80, 24);
        List<AttributedString> page = page(Moments.busy(), size);
        for (int above = 0; above < size.getRows(); above++) {
            sent.reset();
            sent.writeBytes("a line of the shell\r\n".repeat(above).getBytes(StandardCharsets.UTF_8));
            try (Terminal terminal = terminal(size, type);
                    FullScreen screen = new FullScreen(terminal, true)) {
                screen.draw(page);

                assertThat(shown(size)).as("%d lines above", above).isEqualTo(texts(page));
                // JLine's model begins its other screen at the top by itself, unlike most terminals.
                String text = sent.toString(StandardCharsets.UTF_8);
                assertThat(text.substring(0, text.indexOf("Shop, "))).contains("\u001b[H\u001b[");
            }
        }
    }

    @Test
    void onlyWhatChangedIsSent() throws IOException {
        Size size = Size.of(100, 30);
        try (Terminal terminal = terminal(size);
                FullScreen screen = new FullScreen(terminal, true)) {
            screen.draw(page(Moments.busy(), size));
            int first = sent.size();
            screen.draw(page(Moments.busy(), size));

            assertThat(sent.size() - first).isLessThan(40);
            ViewState paused = ViewState.START.after(Key.PAUSE, Moments.busy());
            screen.draw(new OverviewPage(TITLE, Moments.busy(), paused, List.of()).lines(new LineLayout(100), 30, ""));
            assertThat(sent.size() - first).isLessThan(first / 10);
        }
    }

    @Test
    void anotherSizeIsDrawnWhole() throws IOException {
        Size small = Size.of(60, 20);
        try (Terminal terminal = terminal(Size.of(120, 40));
                FullScreen screen = new FullScreen(terminal, true)) {
            screen.draw(page(Moments.busy(), Size.of(120, 40)));
            terminal.setSize(small);
            sent.reset();
            screen.clear();
            screen.draw(page(Moments.busy(), screen.size()));

            assertThat(shown(small)).isEqualTo(texts(page(Moments.busy(), small)));
        }
    }

    @Test
    void theTerminalIsPutBackAndTheLastLinesStay() throws IOException {
        try (Terminal terminal = terminal(Size.of(80, 24))) {
            Attributes before = terminal.getAttributes();
            FullScreen screen = new FullScreen(terminal, true);
            assertThat(terminal.getAttributes().getLocalFlag(Attributes.LocalFlag.ICANON))
                    .isFalse();
            screen.draw(page(Moments.busy(), Size.of(80, 24)));
            screen.leave(List.of(new AttributedString("the last line")));

            assertThat(terminal.getAttributes().toString()).isEqualTo(before.toString());
            String text = sent.toString(StandardCharsets.UTF_8);
            assertThat(text.indexOf("\u001b[?1049h")).isNotNegative().isLessThan(text.indexOf("\u001b[?1049l"));
            assertThat(text.indexOf("\u001b[?1049l")).isLessThan(text.indexOf("the last line"));
            assertThat(text).contains("\u001b[?25l").containsPattern("\u001b\\[\\?(?:12;|12l\u001b\\[\\?)?25h");
        }
    }

    @Test
    void withoutColourNothingIsStyled() throws IOException {
        try (Terminal terminal = terminal(Size.of(80, 24));
                FullScreen screen = new FullScreen(terminal, false)) {
            sent.reset();
            screen.draw(page(Moments.busy(), Size.of(80, 24)));

            assertThat(sent.toString(StandardCharsets.UTF_8)).doesNotContainPattern("\u001b\\[[1-9][0-9;]*m");
        }
    }

    @Test
    void keysAreUnderstoodOneByOne() throws Exception {
        try (Terminal terminal = terminal(Size.of(80, 24));
                FullScreen screen = new FullScreen(terminal, true)) {
            ((LineDisciplineTerminal) terminal)
                    .processInputBytes("p?s\r\u001b[A\u001b[B\u001b[6~xq".getBytes(StandardCharsets.UTF_8));
            List<Key> keys = new ArrayList<>();
            for (Key key = screen.read(10_000); key != Key.QUIT; key = screen.read(10_000)) {
                if (key != null) {
                    keys.add(key);
                }
            }

            assertThat(keys).containsExactly(Key.PAUSE, Key.HELP, Key.SORT, Key.ENTER, Key.UP, Key.DOWN, Key.PAGE_DOWN);
        }
    }

    private Terminal terminal(Size size) throws IOException {
        return terminal(size, "xterm-256color");
    }

    private Terminal terminal(Size size, String type) throws IOException {
        LineDisciplineTerminal terminal = new LineDisciplineTerminal("test", type, sent, StandardCharsets.UTF_8);
        terminal.setSize(size);
        return terminal;
    }

    private static List<AttributedString> page(LiveFigures moment, Size size) {
        return new OverviewPage(TITLE, moment, ViewState.START, List.of())
                .lines(new LineLayout(size.getColumns()), size.getRows(), "");
    }

    private static List<String> texts(List<AttributedString> lines) {
        return lines.stream().map(line -> line.toString().stripTrailing()).toList();
    }

    /** What a screen shows that got all that was sent. */
    private List<String> shown(Size size) {
        return Screens.shown(sent.toString(StandardCharsets.UTF_8), size);
    }
}
