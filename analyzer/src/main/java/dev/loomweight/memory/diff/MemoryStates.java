package dev.loomweight.memory.diff;

import dev.loomweight.sample.CaptureInfo;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The accumulator of {@link MemoryComparison}: the moments of one input, of which a text alone has one. */
public final class MemoryStates {

    private static final int NO_MOMENT = -1;

    private final Map<Integer, MemoryState> byMoment = new TreeMap<>();
    private @Nullable CaptureInfo info;

    void add(Origin origin, Sample sample) {
        if (sample instanceof CaptureInfo capture) {
            info = capture;
            return;
        }
        Origin.Moment moment = origin.moment();
        byMoment.computeIfAbsent(moment == null ? NO_MOMENT : moment.index(), index -> new MemoryState(origin))
                .add(sample);
    }

    MemoryStates merge(MemoryStates other) {
        info = other.info == null ? info : other.info;
        other.byMoment.forEach((index, state) -> byMoment.merge(index, state, MemoryState::merge));
        return this;
    }

    /** The moments, the earliest first; empty where nothing of memory was in the input. */
    List<MemoryState> inOrder() {
        List<MemoryState> states = new ArrayList<>(byMoment.values());
        states.forEach(state -> state.of(info));
        return states;
    }
}
