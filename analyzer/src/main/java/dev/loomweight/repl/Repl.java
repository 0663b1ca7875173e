package dev.loomweight.repl;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.Explorer;
import dev.loomweight.command.InputOptions;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.render.SafeText;
import dev.loomweight.render.TextOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** {@code loomweight repl}: a prompt in a terminal, else the lines of a script. */
public final class Repl implements Explorer {

    /** The maximum size of a script, in bytes. */
    static final int MAX_SCRIPT_BYTES = 1 << 20;

    private static final Path STANDARD_INPUT = Path.of("-");

    @Override
    public int run(Options options, Screen screen, Asker asker) {
        try (Session session = new Session(asker)) {
            if (options.has(SOURCES)) {
                session.settings()
                        .set(
                                ReplSettings.Setting.SOURCE,
                                options.get(SOURCES).stream()
                                        .map(Path::toString)
                                        .collect(Collectors.joining(":")));
            }
            if (options.get(InputOptions.SHOW_SECRETS)) {
                session.settings().set(ReplSettings.Setting.SECRETS, ReplSettings.Setting.SHOWN);
                session.settingsChanged(ReplSettings.Setting.SECRETS);
            }
            if (options.get(ClassOptions.NO_CLASSPATH)) {
                session.settings().set(ReplSettings.Setting.CLASSPATH, ReplSettings.Setting.NONE);
            }
            session.inputs().setMaxUnpacked(options.get(InputOptions.MAX_UNPACKED, 0L));
            for (Path path : options.get(PATHS)) {
                session.inputs().open(path, null);
            }
            boolean prompts = screen.interactive() && !options.has(COMMANDS) && !options.has(SCRIPT);
            return prompts ? new Prompt(session, screen).run() : batch(session, options, screen);
        }
    }

    private static int batch(Session session, Options options, Screen screen) {
        Executor executor = new Executor(session, new Plain(session, screen));
        if (options.has(COMMANDS)) {
            options.get(COMMANDS).forEach(executor::all);
        } else {
            executor.all(text(options.find(SCRIPT)));
        }
        return executor.status();
    }

    private static String text(@Nullable Path script) {
        try {
            return script == null || script.equals(STANDARD_INPUT)
                    ? InputFile.text(System.in, "standard input", MAX_SCRIPT_BYTES)
                    : InputFile.text(script, MAX_SCRIPT_BYTES);
        } catch (IOException e) {
            throw new DataException(
                    "cannot read " + (script == null ? "standard input" : "the script " + script) + ": "
                            + e.getClass().getSimpleName(),
                    e);
        }
    }

    /** No prompt, no colour unless it is set, only results on standard output. */
    private record Plain(Session session, Screen screen) implements Executor.Display {

        @Override
        public void show(Result outcome) throws IOException {
            new ResultWriter(session.settings())
                    .write(outcome, screen.out(), new TextOptions(screen.width(), screen.colour()));
        }

        @Override
        public void note(String text) {
            error(text);
        }

        @Override
        public int width() {
            // A program that reads this needs the complete line.
            return Integer.MAX_VALUE;
        }

        @Override
        public void recall(String line) {
            // Only results belong on standard output.
        }

        @Override
        public void error(String text) {
            screen.out().flush();
            String[] lines = SafeText.lines(text).split("\n", -1);
            lines[lines.length - 1] = "loomweight repl: " + lines[lines.length - 1];
            screen.err().println(String.join("\n", lines));
            screen.err().flush();
        }

        @Override
        public void write(Result outcome, Path file) throws IOException {
            new ResultWriter(session.settings()).write(outcome, file, screen.width());
        }
    }
}
