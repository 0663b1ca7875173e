package dev.loomweight.launch;

import dev.loomweight.times.CarrierCollector;
import dev.loomweight.times.RemoteCarriers;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * What the carriers of another JVM do, as long as it is watched: an interval each second, by a connection and on a thread of
 * its own.
 */
public final class LiveCarriers implements AutoCloseable {

    /** As many intervals wait to be taken; a caller that comes later has lost the oldest. */
    private static final int MAX_WAITING_INTERVALS = 600;

    private final Deque<String> texts = new ConcurrentLinkedDeque<>();
    private final CarrierCollector collector;

    private LiveCarriers(long pid) {
        // What cannot be seen stays unknown.
        collector = RemoteCarriers.watch(() -> Attached.attach(pid), pid, this::add, problem -> {});
    }

    /** Starts to look; never waits for the JVM. */
    public static LiveCarriers follow(long pid) {
        return new LiveCarriers(pid);
    }

    private void add(String text) {
        texts.addLast(text);
        if (texts.size() > MAX_WAITING_INTERVALS) {
            texts.pollFirst();
        }
    }

    /** The intervals since it was last asked, each as a {@code carriers.txt}. */
    public List<String> newTexts() {
        List<String> taken = new ArrayList<>();
        for (String text = texts.pollFirst(); text != null; text = texts.pollFirst()) {
            taken.add(text);
        }
        return taken;
    }

    @Override
    public void close() {
        collector.close();
    }
}
