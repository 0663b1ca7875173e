package dev.loomweight.diagnosis;

import dev.loomweight.bytecode.Instruction;
import dev.loomweight.jvm.Releases;
import dev.loomweight.jvm.VirtualThreads;

/**
 * Where a thread pins that waits until another thread has initialized a class. From JDK 26 on it unmounts if it came there
 * by {@code new}, {@code getstatic}, {@code putstatic} or {@code invokestatic} (JDK-8369238); by {@code Class.forName},
 * reflection and method handles, all of which go through a native method, it still pins.
 */
final class NeededClass {

    private NeededClass() {}

    /** Where the innermost frame, which needs the class, pins. */
    static Releases releases(StackFrames frames) {
        boolean loading = false;
        for (int i = 0; i < frames.size(); i++) {
            if ((frames.isNative(i) && !isOfTheJvm(frames, i)) || frames.isInitializer(i)) {
                // The JVM calls an initializer, and its own frame pins as one of native code does.
                return Releases.ALL;
            }
            loading |= frames.isLoading(i);
        }
        Instruction instruction = frames.instruction(0);
        // Only the class file shows whether the JVM called a class loader, and only a whole stack what is below.
        if (instruction == null || frames.isTruncated() || loading) {
            return Releases.AT_LEAST_UNTIL_25;
        }
        return switch (instruction.kind()) {
            case NEW, STATIC_FIELD, STATIC_CALL -> Releases.UNTIL_25;
            default -> Releases.AT_LEAST_UNTIL_25;
        };
    }

    // Every stack of a virtual thread ends in enterSpecial.
    private static boolean isOfTheJvm(StackFrames frames, int i) {
        return frames.className(i).startsWith(VirtualThreads.JDK_CONTINUATION);
    }
}
