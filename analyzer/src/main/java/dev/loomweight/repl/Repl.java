package dev.loomweight.repl;

import dev.loomweight.capture.DataException;
import dev.loomweight.capture.InputFile;
import dev.loomweight.command.Explorer;
import dev.loomweight.render.SafeText;
import dev.loomweight.render.TextOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** {@code loomweight repl}: a prompt in a terminal, else the lines of a script. */
public final class Repl implements Explorer {

    /** The maximum size of a script, in bytes. */
    static final int MOST_SCRIPT_BYTES = 1 << 20;

    private static final Path STANDARD_INPUT = Path.of("-");

    @Override
    public int run(Options options, Asker asker) {
        try (Session session = new Session(asker)) {
            if (!options.sources().isEmpty()) {
                session.settings()
                        .set(
                                Settings.Setting.SOURCE,
                                options.sources().stream().map(Path::toString).collect(Collectors.joining(":")));
            }
            if (options.showSecrets()) {
                session.settings().set(Settings.Setting.SECRETS, Settings.Setting.SHOWN);
                session.settingsChanged(Settings.Setting.SECRETS);
            }
            if (!options.ofInputs()) {
                session.settings().set(Settings.Setting.CLASSPATH, Settings.Setting.NONE);
            }
            session.inputs().setMaxUnpacked(options.maxUnpackedBytes());
            for (Path path : options.paths()) {
                session.inputs().open(path, null);
            }
            boolean prompts = options.interactive() && options.commands().isEmpty() && options.script() == null;
            return prompts ? new Prompt(session, options).run() : batch(session, options);
        }
    }

    private static int batch(Session session, Options options) {
        Executor executor = new Executor(session, new Plain(session, options));
        if (!options.commands().isEmpty()) {
            options.commands().forEach(executor::all);
        } else {
            executor.all(text(options));
        }
        return executor.status();
    }

    private static String text(Options options) {
        Path script = options.script();
        try {
            return script == null || script.equals(STANDARD_INPUT)
                    ? InputFile.text(System.in, "standard input", MOST_SCRIPT_BYTES)
                    : InputFile.text(script, MOST_SCRIPT_BYTES);
        } catch (IOException e) {
            throw new DataException(
                    "cannot read " + (script == null ? "standard input" : "the script " + script) + ": "
                            + e.getClass().getSimpleName(),
                    e);
        }
    }

    /** No prompt, no colour unless it is set, only results on standard output. */
    private record Plain(Session session, Options options) implements Executor.Display {

        @Override
        public void show(Result outcome) throws IOException {
            new ResultWriter(session.settings())
                    .write(outcome, options.out(), new TextOptions(options.width(), options.colour()));
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
            options.out().flush();
            String[] lines = SafeText.lines(text).split("\n", -1);
            lines[lines.length - 1] = "loomweight repl: " + lines[lines.length - 1];
            options.err().println(String.join("\n", lines));
            options.err().flush();
        }

        @Override
        public void write(Result outcome, Path file) throws IOException {
            new ResultWriter(session.settings()).write(outcome, file, options.width());
        }
    }
}
