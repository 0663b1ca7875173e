package dev.loomweight.input.capture;

import java.io.IOException;
import java.io.InputStream;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.xxhash.XXHashFactory;

/** LZ4 in a class of its own, so that its library is loaded for those alone who have such a file. */
final class Lz4 {

    private Lz4() {}

    /**
     * What a file in LZ4's frame format holds. By Java alone: native code would have to be unpacked itself, and asks for
     * leave.
     *
     * @throws IOException if it does not begin as such a file
     */
    static InputStream unpack(InputStream packed) throws IOException {
        return new LZ4FrameInputStream(
                packed,
                LZ4Factory.safeInstance().safeDecompressor(),
                XXHashFactory.safeInstance().hash32());
    }
}
