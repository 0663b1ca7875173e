package dev.loomweight.watch;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.Viewer;
import dev.loomweight.command.Watched;
import dev.loomweight.command.WatchedLook;
import dev.loomweight.live.LiveFigures;
import dev.loomweight.terminal.FullScreen;
import dev.loomweight.terminal.Key;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jspecify.annotations.Nullable;

/** The screen and its keys: new figures at each interval; keys take effect at once. */
final class LiveScreen {

    private static final String BEGINNING = "The first figures appear within two seconds.";

    /** How often it is asked whether dumps that are taken have an answer, in milliseconds. */
    private static final long LOOK = 100;

    /** 128 + SIGINT. */
    private static final int STATUS_OF_INTERRUPT = 130;

    private final Watched watched;
    private final Terminal terminal;
    private final FullScreen screen;
    private final Viewer.Options options;
    private ViewState state = ViewState.START;
    private LiveFigures moment;
    private String message = BEGINNING;
    private @Nullable WatchedLook look;
    private final AtomicBoolean interrupted = new AtomicBoolean();
    private volatile boolean over;

    LiveScreen(Watched watched, Terminal terminal, FullScreen screen, Viewer.Options options) {
        this.watched = watched;
        this.terminal = terminal;
        this.screen = screen;
        this.options = options;
        this.moment = watched.at(Instant.now());
    }

    /**
     * Runs until the user quits, the target ends or the count is reached; the last screen stays.
     *
     * @return a sentence on how the target ended; empty if it still runs
     */
    String run() throws InterruptedException {
        Thread reader = Thread.currentThread();
        terminal.handle(Terminal.Signal.WINCH, signal -> redraw());
        terminal.handle(Terminal.Signal.INT, signal -> {
            over = true;
            reader.interrupt();
            if (interrupted.getAndSet(true)) {
                // A second Ctrl-C: the target does not answer. Restore the terminal, and exit at once.
                screen.leave(List.of());
                Runtime.getRuntime().halt(STATUS_OF_INTERRUPT);
            }
        });
        String ended = "";
        try {
            ended = loop();
        } catch (InterruptedException e) {
            if (!over) {
                throw e;
            }
            // The user's Ctrl-C quits, like the key.
        } finally {
            synchronized (this) {
                endLook();
                over = true;
                screen.leave(last());
            }
        }
        return ended;
    }

    private String loop() throws InterruptedException {
        Ticker ticker = new Ticker(options.interval());
        long shown = 0;
        boolean looking = false;
        draw();
        while (!over) {
            long millis = ticker.leftNanos() / 1_000_000;
            Key key =
                    ticker.leftNanos() > 0 ? screen.read(Math.max(1, looking ? Math.min(LOOK, millis) : millis)) : null;
            if (key == Key.QUIT) {
                break;
            }
            if (key != null) {
                pressed(key);
            }
            boolean looked = looking;
            looking = isLooking();
            if (looked && !looking) {
                draw();
            }
            if (ticker.leftNanos() <= 0) {
                ticker.ticked();
                String ended = watched.ended().orElse("");
                tick();
                shown++;
                if (!ended.isEmpty() || (options.count() > 0 && shown >= options.count())) {
                    return ended;
                }
            }
        }
        return "";
    }

    private void tick() {
        // Also while paused: later figures count from here.
        LiveFigures next = watched.at(Instant.now());
        synchronized (this) {
            if (!state.paused()) {
                moment = next;
                message = message.equals(BEGINNING) ? "" : message;
            }
        }
        draw();
    }

    private void pressed(Key key) {
        synchronized (this) {
            state = state.after(key, moment);
            message = "";
        }
        if (key == Key.REDRAW) {
            redraw();
        }
        if (key == Key.WAITS) {
            lookAt(WatchedLook.At.HANG);
        }
        if (key == Key.WEIGH) {
            lookAt(WatchedLook.At.WEIGHT);
        }
        if (key == Key.DUMP) {
            say("Writing a capture ...");
            say(dumped());
        }
        draw();
    }

    private void lookAt(WatchedLook.At at) {
        synchronized (this) {
            if (look == null || look.isOver() || look.at() != at) {
                endLook();
                try {
                    look = watched.look(at);
                } catch (DataException e) {
                    message = "No dumps: " + e.getMessage();
                    state = state.after(Key.ESCAPE, moment);
                }
            }
        }
    }

    private synchronized boolean isLooking() {
        return look != null && !look.isOver();
    }

    private void endLook() {
        if (look != null) {
            look.close();
            look = null;
        }
    }

    private String dumped() {
        try {
            return "Written to " + watched.dump() + "; see loomweight report.";
        } catch (DataException e) {
            return "No capture: " + e.getMessage();
        }
    }

    private void say(String sentence) {
        synchronized (this) {
            message = sentence;
        }
        draw();
    }

    // A terminal moves its contents when its size changes.
    private synchronized void redraw() {
        if (!over) {
            screen.clear();
            draw();
        }
    }

    // Resizing draws on another thread.
    private synchronized void draw() {
        if (!over) {
            Size size = screen.size();
            screen.draw(page(size.getColumns(), size.getRows(), message));
        }
    }

    private List<AttributedString> page(int columns, int rows, @Nullable String said) {
        LineLayout layout = new LineLayout(columns);
        return switch (state.page()) {
            case OVERVIEW ->
                new OverviewPage(watched.title(), moment, state, watched.hints()).lines(layout, rows, said);
            case SITE -> new SitePage(moment, state).lines(layout, rows, said);
            case HANG -> look(WatchedLook.At.HANG, layout, rows, said);
            case WEIGHT -> look(WatchedLook.At.WEIGHT, layout, rows, said);
            case HELP -> HelpPage.lines(layout, rows, state.scroll());
        };
    }

    private List<AttributedString> look(WatchedLook.At at, LineLayout layout, int rows, @Nullable String said) {
        return LookPage.lines(at, look, layout, rows, state.scroll(), said);
    }

    /** What stays on the terminal: all figures, without the line of keys. */
    private List<AttributedString> last() {
        Size size = screen.size();
        return new OverviewPage(watched.title(), moment, state, watched.hints())
                .lines(new LineLayout(size.getColumns()), Math.max(1, size.getRows() - 2), null);
    }
}
