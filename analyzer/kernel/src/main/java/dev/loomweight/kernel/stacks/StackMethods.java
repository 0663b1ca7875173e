package dev.loomweight.kernel.stacks;

import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.util.ArrayList;
import java.util.List;

/**
 * A stack as it is in another build of the same program: its event and methods, without lines. Of the JDK's frames only
 * those that other code called are kept, since what lies between differs from one update of the JDK to the next; of a
 * stack of the JDK alone, all.
 *
 * @param eventType the event that recorded it
 * @param methods class and method of each frame, the innermost first
 * @param truncated whether outer frames are missing
 */
public record StackMethods(String eventType, List<String> methods, boolean truncated) {

    public StackMethods {
        methods = List.copyOf(methods);
    }

    /** The methods of a stack that an event of a type recorded. */
    public static StackMethods of(String eventType, StackTrace stack) {
        List<Frame> frames = stack.frames();
        boolean all = frames.stream().allMatch(Frame::isJdk);
        List<String> methods = new ArrayList<>();
        for (int i = 0; i < frames.size(); i++) {
            if (all || !frames.get(i).isJdk() || isCalledFromOutside(frames, i)) {
                methods.add(frames.get(i).method().intern());
            }
        }
        return new StackMethods(eventType, methods, stack.truncated());
    }

    private static boolean isCalledFromOutside(List<Frame> frames, int i) {
        return i + 1 < frames.size() && !frames.get(i + 1).isJdk();
    }
}
