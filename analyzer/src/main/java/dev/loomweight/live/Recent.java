package dev.loomweight.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The last values of a figure, as many as a wide terminal shows. */
final class Recent {

    static final int MOST = 60;

    private final Deque<Double> values = new ArrayDeque<>();

    void add(double value) {
        values.addLast(value);
        if (values.size() > MOST) {
            values.removeFirst();
        }
    }

    List<Double> values() {
        return List.copyOf(values);
    }
}
