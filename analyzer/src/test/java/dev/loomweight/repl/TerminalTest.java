package dev.loomweight.repl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The real program in a pseudo-terminal, which util-linux's {@code script} makes; what is awaited is on its screen. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TerminalTest {

    /** One that waits for a new line, and not one that is drawn again: bracketed paste is switched on before it. */
    private static final String PROMPT = "\u001b\\[\\?2004h(?:\u001b\\[[0-9;]*m)*pins> ";

    /** The end of a line: until then, the old prompt may be drawn once more, and keys would be lost. */
    private static final String LEFT = "\u001b\\[\\?2004l";

    private static final String UP = "\u001bOA";
    private static final String RIGHT = "\u001bOC";
    private static final String CLEAR = "\u0015";
    private static final String ABORT = "\u0007";

    @TempDir
    private Path folder;

    @Test
    void aSessionInATerminal() throws Exception {
        try (Screenful first = new Screenful()) {
            first.await(PROMPT);

            first.type("eve\t");
            first.await("\u001b\\[31me");
            first.await("\u001b\\[36;1mevents");
            first.type("VirtualThreadPi\t");
            first.await("jdk\\.VirtualThreadPinned");
            first.type("| agg cou\t");
            first.await("count");
            first.type("\r");
            first.await("1 row\\.");
            first.await(PROMPT);

            first.type("evnts\r");
            first.await("\\^\\^\\^\\^\\^[\\s\\S]*did you mean events\\?");
            first.await(PROMPT);

            first.type("events jdk.ActiveSetting\r");
            first.await("\u001b\\[\\?1049h");
            first.await("%  q quits");
            first.type("G");
            first.await("[\\d,]+ rows\\.");
            first.await("100 %  end");
            first.resize(40, 120);
            first.await("\u001b\\[H\u001b\\[2J");
            first.await("100 %  end");
            first.type("g/threshold\r");
            first.await("\u001b\\[7mthreshold");
            first.type("q");
            first.await("\u001b\\[\\?1049l");
            first.await(PROMPT);

            first.type("sql SELECT sum(x * x) FROM system_range(1, 900000000000)\r");
            first.await("\\d\\.\\d s");
            first.type("\u0003");
            first.await("stopped");
            first.await(PROMPT);
            first.type("echo still alive\r");
            first.await("2Kstill alive");
            first.await(PROMPT);
            first.type("\u0004");
            assertThat(first.end()).isZero();
        }
        try (Screenful second = new Screenful()) {
            second.await(PROMPT);
            second.type(UP);
            second.await("echo");
            second.await("still alive");
            // Not by Ctrl-C, which leaves the line: until the next one is read, the terminal keeps control keys for
            // itself.
            second.type(CLEAR + "\u0012VirtualThreadPi");
            second.await("VirtualThreadPinned");
            second.type(ABORT + CLEAR);
            second.type("e");
            second.await("\u001b\\[39;2mcho still alive");
            second.type(RIGHT + "\r");
            second.await("2Kstill alive");
            second.await(PROMPT);
            second.type("half a li\u0003");
            second.await(LEFT);
            second.await(PROMPT);
            second.type("exit\r");
            assertThat(second.end()).isZero();
        }
        assertThat(folder.resolve("state/loomweight/history")).content().contains("echo still alive");
    }

    /** A terminal of 24 lines and 100 columns, with the program in it. */
    private final class Screenful implements AutoCloseable {
        private final Process process;
        private final InputStream output;
        private final Path device = folder.resolve("device");
        private final StringBuilder screen = new StringBuilder();
        private int seen;

        Screenful() throws IOException {
            String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
            String command = "stty rows 24 cols 100; tty > " + device + "; exec " + java
                    + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx256m --enable-native-access=ALL-UNNAMED"
                    + " dev.loomweight.cli.Main repl src/test/resources/recordings/25/pins.jfr";
            ProcessBuilder builder =
                    new ProcessBuilder("script", "-qefc", command, "/dev/null").redirectErrorStream(true);
            builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
            builder.environment().put("XDG_STATE_HOME", folder.resolve("state").toString());
            builder.environment()
                    .put("XDG_CONFIG_HOME", folder.resolve("config").toString());
            builder.environment().put("TERM", "xterm-256color");
            builder.environment().put("LOOMWEIGHT_COLUMNS", "100");
            builder.environment().put("LOOMWEIGHT_STDIN_TERMINAL", "1");
            builder.environment().remove("NO_COLOR");
            process = builder.start();
            output = process.getInputStream();
            // Where something awaited never comes, the end of the output ends the waiting.
            CompletableFuture.delayedExecutor(2, TimeUnit.MINUTES).execute(this::close);
        }

        void type(String keys) throws IOException {
            process.getOutputStream().write(keys.getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        }

        void resize(int rows, int columns) throws Exception {
            String terminal = Files.readString(device).strip();
            List<String> command =
                    List.of("stty", "-F", terminal, "rows", String.valueOf(rows), "cols", String.valueOf(columns));
            assertThat(new ProcessBuilder(command).inheritIO().start().waitFor())
                    .isZero();
        }

        /** Reads until it is there, behind what was awaited before. */
        void await(String regex) throws IOException {
            Pattern pattern = Pattern.compile(regex);
            byte[] bytes = new byte[1 << 16];
            while (true) {
                Matcher matcher = pattern.matcher(screen);
                if (matcher.find(seen)) {
                    seen = matcher.end();
                    return;
                }
                int read = output.read(bytes);
                assertThat(read).as(regex + " in " + screen.substring(seen)).isPositive();
                screen.append(new String(bytes, 0, read, StandardCharsets.UTF_8));
            }
        }

        int end() throws Exception {
            output.transferTo(java.io.OutputStream.nullOutputStream());
            return process.waitFor();
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
