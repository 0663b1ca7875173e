package dev.loomweight.junit.spi;

import java.io.IOException;
import java.nio.file.Path;

/** Which threads ended since the recording of a run did. */
public interface LaterEnds {

    /**
     * The ends of threads from before the recording of the run ended until now.
     *
     * @return a recording, which the next call replaces
     * @throws IOException if it cannot be written
     */
    Path read() throws IOException;
}
