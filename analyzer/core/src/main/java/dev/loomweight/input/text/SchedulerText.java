package dev.loomweight.input.text;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.text.lines.LineCursor;
import dev.loomweight.input.text.lines.LineScanner;
import dev.loomweight.input.text.lines.TextRead;
import dev.loomweight.jvm.Juc;
import dev.loomweight.sample.JvmTexts.Scheduler;
import java.io.Reader;
import java.util.List;

/**
 * {@code Thread.vthread_scheduler}, JDK 24 and later: {@link java.util.concurrent.ForkJoinPool#toString} of the pool of
 * carriers.
 */
public final class SchedulerText {

    private SchedulerText() {}

    /**
     * Reads the pool's line.
     *
     * @param reader read line by line; not closed
     * @param name the text's name in messages
     * @throws DataException if the text cannot be read or has no such line
     */
    public static Scheduler parse(Reader reader, String name) {
        return TextFormat.VTHREAD_SCHEDULER.only(Scheduler.class, reader, name);
    }

    /** Whether a line, stripped, is the pool's. */
    static boolean isSign(String text) {
        return text.startsWith(Juc.FORK_JOIN_POOL + "@") && text.contains("parallelism = ");
    }

    /** The first pool, with the notes for the coverage. */
    static TextRead read(LineCursor lines) {
        for (String line = lines.next(); line != null; line = lines.next()) {
            String text = line.strip();
            if (isSign(text)) {
                LineScanner scan = new LineScanner();
                long parallelism = figure(scan, text, "parallelism");
                long carriers = figure(scan, text, "size");
                long active = figure(scan, text, "active");
                long tasks = figure(scan, text, "tasks");
                long submissions = figure(scan, text, "submissions");
                if (Math.min(Math.min(parallelism, carriers), Math.min(active, Math.min(tasks, submissions))) < 0) {
                    return new TextRead(List.of(), List.of("the scheduler line lacks figures: \"" + text + "\""));
                }
                return TextRead.of(new Scheduler(parallelism, carriers, active, tasks + submissions, text), List.of());
            }
        }
        return new TextRead(List.of(), List.of());
    }

    private static long figure(LineScanner scan, String text, String word) {
        scan.over(text);
        String label = " " + word + " = ";
        scan.before(label);
        scan.expect(label);
        long value = scan.number();
        return scan.failed() ? -1 : value;
    }
}
