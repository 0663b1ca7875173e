package dev.loomweight.sample;

/**
 * Equal samples, as a fold file has them: what sets them apart, such as their times, is of no use any more. No event becomes
 * one.
 *
 * @param sample one for all
 * @param count how many; positive
 */
public record Repeated(Sample sample, long count) implements Sample {

    /** @throws IllegalArgumentException if there are none, or they are repeated themselves */
    public Repeated {
        if (count < 1 || sample instanceof Repeated) {
            throw new IllegalArgumentException(
                    count + " of " + sample.getClass().getSimpleName());
        }
    }
}
