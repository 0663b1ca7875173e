package dev.loomweight.samples.sites;

import java.util.Optional;
import java.util.function.LongBinaryOperator;

/** Ways down to a call, as deep as is asked for: what a stack chunk takes depends on the methods, not on their number alone. */
final class Descents {

    private static final int KINDS = 3;
    private static final int FRAMES_OF_A_LAYER = 3;

    private Descents() {}

    /** One small method that calls itself. */
    static int plain(int frames, Runnable end) {
        if (frames > 1) {
            return plain(frames - 1, end) + frames;
        }
        end.run();
        return 0;
    }

    /** Three methods in turn, with few and with many variables, that keep values over their calls. */
    static long mixed(int frames, Runnable end) {
        if (frames <= 1) {
            end.run();
            return 0;
        }
        return switch (frames % KINDS) {
            case 0 -> few(frames, end);
            case 1 -> many(frames, end, frames * 3L, frames / 7.0);
            default -> operator(end).applyAsLong(frames, frames ^ 5L);
        };
    }

    private static long few(int frames, Runnable end) {
        return frames + mixed(frames - 2, end);
    }

    private static long many(int frames, Runnable end, long a, double b) {
        long c = a * 31 + frames;
        String text = Long.toString(c);
        long[] sums = {a, c};
        long below = mixed(frames - 2, end);
        sums[0] += below + (long) b + c;
        return sums[0] + text.length();
    }

    private static LongBinaryOperator operator(Runnable end) {
        return (frames, other) -> other + mixed((int) frames - 2, end);
    }

    /** A method, one of the JDK and a lambda in turn, as in code that is all callbacks. */
    static int layered(int frames, Runnable end) {
        if (frames <= FRAMES_OF_A_LAYER) {
            return plain(frames, end);
        }
        return Optional.of(frames)
                .map(above -> layered(above - FRAMES_OF_A_LAYER, end))
                .orElse(0);
    }
}
