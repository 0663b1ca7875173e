package dev.loomweight.watch;

import dev.loomweight.command.Viewer;
import dev.loomweight.command.Watched;
import dev.loomweight.terminal.FullScreen;
import java.io.IOException;
import java.time.Instant;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/** Shows what is watched: on a screen where there is one, else as lines. */
public final class LiveView implements Viewer {

    /** Made by the service loader. */
    public LiveView() {}

    @Override
    public String show(Watched watched, Options options) throws InterruptedException {
        if (options.screen()) {
            try (Terminal terminal =
                    TerminalBuilder.builder().system(true).dumb(true).build()) {
                if (FullScreen.isPossibleOn(terminal)) {
                    try (FullScreen screen = new FullScreen(terminal, options.colour())) {
                        return new LiveScreen(watched, terminal, screen, options).run();
                    }
                }
            } catch (IOException e) {
                // No terminal after all: lines are what is left.
            }
        }
        return lines(watched, options);
    }

    private static String lines(Watched watched, Options options) throws InterruptedException {
        Ticker pace = new Ticker(options.interval());
        for (long written = 0; options.count() == 0 || written < options.count(); written++) {
            pace.await();
            String ended = watched.ended().orElse("");
            options.out()
                    .println(JsonLines.of(
                            watched.at(Instant.now()), watched.stopped().orElse(null)));
            // Nobody reads any more where the pipe is broken.
            if (!ended.isEmpty() || options.out().checkError()) {
                return ended;
            }
        }
        return "";
    }
}
