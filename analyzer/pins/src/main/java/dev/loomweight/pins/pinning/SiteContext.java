package dev.loomweight.pins.pinning;

import dev.loomweight.bytecode.Code;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.report.Place;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One frame of a site's stack, for those who have room for a few: what called the blocking method, what holds the
 * carrier, and who called that.
 *
 * @param place where it is in the source
 * @param role what it does there
 */
public record SiteContext(Place place, Role role) {

    /** What a frame does in a pin. */
    public enum Role {
        /** It is the method that blocked. */
        BLOCKER,
        /** It holds the carrier: it has the monitor, is native, or waits for what another thread has. */
        HOLDER,
        /** It called, or was called by, one of these. */
        OTHER
    }

    /** The frames of a site's costliest stack, at most three, the innermost first. */
    static List<SiteContext> of(PinSite site, PinOptions options) {
        List<StackTrace> stacks = site.costliestFirst();
        if (stacks.isEmpty()) {
            return List.of();
        }
        List<Frame> frames = stacks.getFirst().frames();
        int blocker = indexOf(frames, 0, site.diagnosis().blocker());
        int holder = indexOf(frames, Math.max(0, blocker), site.first().frame());
        int innermost = outside(frames, options.code(), Math.max(0, blocker));
        TreeSet<Integer> chosen = new TreeSet<>();
        if (holder < 0) {
            chosen.add(blocker);
            chosen.add(innermost);
            chosen.add(innermost < 0 ? -1 : outside(frames, options.code(), innermost + 1));
        } else {
            chosen.add(innermost >= 0 && innermost < holder ? innermost : blocker);
            chosen.add(holder);
            chosen.add(outside(frames, options.code(), holder + 1));
        }
        chosen.remove(-1);
        List<SiteContext> context = new ArrayList<>();
        for (int i : chosen) {
            Role role = i == holder ? Role.HOLDER : i == blocker ? Role.BLOCKER : Role.OTHER;
            context.add(new SiteContext(place(frames.get(i), options), role));
        }
        return context;
    }

    private static Place place(Frame frame, PinOptions options) {
        String className = frame.stableClassName();
        return new Place(
                className, frame.methodName(), frame.line(), options.code().sourceFile(className));
    }

    private static int indexOf(List<Frame> frames, int from, @Nullable CodePlace method) {
        for (int i = from; method != null && i < frames.size(); i++) {
            if (frames.get(i).isOf(method)) {
                return i;
            }
        }
        return -1;
    }

    /** The innermost frame from there on that is not the JDK's, or -1. */
    private static int outside(List<Frame> frames, Code code, int from) {
        for (int i = from; i < frames.size(); i++) {
            if (!code.isJdk(frames.get(i).className())) {
                return i;
            }
        }
        return -1;
    }
}
