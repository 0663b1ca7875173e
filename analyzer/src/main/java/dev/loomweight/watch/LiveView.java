package dev.loomweight.watch;

import dev.loomweight.command.Viewer;
import dev.loomweight.command.Watched;
import dev.loomweight.terminal.FullScreen;
import dev.loomweight.terminal.SystemTerminal;
import java.io.IOException;
import java.time.Instant;
import org.jline.terminal.Terminal;

/** Shows live figures: on a full screen if possible, else as lines. */
public final class LiveView implements Viewer {

    /** For the service loader. */
    public LiveView() {}

    @Override
    public String show(Watched watched, Options options) throws InterruptedException {
        if (options.screen()) {
            try (Terminal terminal = SystemTerminal.open()) {
                if (FullScreen.isPossibleOn(terminal)) {
                    try (FullScreen screen = new FullScreen(terminal, options.colour())) {
                        return new LiveScreen(watched, terminal, screen, options).run();
                    }
                }
            } catch (IOException e) {
                // No terminal: write lines.
            }
        }
        return lines(watched, options);
    }

    private static String lines(Watched watched, Options options) throws InterruptedException {
        Ticker ticker = new Ticker(options.interval());
        for (long written = 0; options.count() == 0 || written < options.count(); written++) {
            ticker.await();
            String ended = watched.ended().orElse("");
            options.out()
                    .println(JsonLines.of(
                            watched.at(Instant.now()), watched.stopped().orElse(null)));
            // The pipe is closed.
            if (!ended.isEmpty() || options.out().checkError()) {
                return ended;
            }
        }
        return "";
    }
}
