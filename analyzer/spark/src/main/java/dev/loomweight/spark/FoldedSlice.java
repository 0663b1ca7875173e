package dev.loomweight.spark;

import dev.loomweight.input.folded.Copies.Held;
import java.io.Serializable;
import java.util.ArrayList;

/**
 * What a task tells the driver.
 *
 * @param file the name of what it has written, in the working folder
 * @param recordings how many are in it
 * @param held what each is known by
 * @param left those that it did not fold, since an executor ended with each of them
 * @param processorNanos the processor time that it took, without that of the JVM itself, such as its compiler
 */
record FoldedSlice(String file, int recordings, ArrayList<Held> held, ArrayList<Recording> left, long processorNanos)
        implements Serializable {

    private static final long serialVersionUID = 1L;
}
