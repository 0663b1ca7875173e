import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Keeps 37 direct buffers of 100,000 bytes and 20 inflaters that are not ended, and ends as many deflaters. */
public class Malloc {
    static final List<Object> KEPT = new ArrayList<>();

    static void buffers() {
        for (int i = 0; i < 37; i++) {
            KEPT.add(ByteBuffer.allocateDirect(100_000));
        }
    }

    static void inflaters() throws Exception {
        for (int i = 0; i < 20; i++) {
            Inflater inflater = new Inflater();
            inflater.setInput(new byte[] {120, (byte) 156});
            inflater.inflate(new byte[10]);
            KEPT.add(inflater);
        }
    }

    static void deflaters() {
        for (int i = 0; i < 20; i++) {
            new Deflater().end();
        }
    }

    public static void main(String[] args) throws Exception {
        buffers();
        deflaters();
        Thread.sleep(500);
        inflaters();
    }
}
