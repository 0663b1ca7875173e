package dev.loomweight.samples.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Native code takes 100 MB from malloc and frees it again: 430 compressors of zlib, each of some 260 KB in blocks of 64 KB
 * and less. NMT sees nothing of it, since it counts the JVM alone. glibc keeps what was freed: it gives memory back only at
 * the end of an arena, and a few blocks that live on, here those of decompressors and of the last compressor, lie between
 * and behind.
 *
 * <p>So the process stays as large as if it leaked. A report finds some MB less than was freed, and not always as many:
 * what the JVM took from malloc and has not touched yet is not resident, and nothing tells it from what was freed.
 */
public final class FreedMalloc {

    private static final int COMPRESSORS = 430;
    private static final int INPUT_BYTES = 96 << 10;

    private FreedMalloc() {}

    /**
     * Plays the sample.
     *
     * @param args none
     * @throws Exception if the cues cannot be read
     */
    public static void main(String[] args) throws Exception {
        Stage.play(FreedMalloc::survivors);
    }

    private static List<Object> survivors() {
        List<Deflater> compressors = new ArrayList<>();
        List<Object> survivors = new ArrayList<>();
        // Noise, so that every table of the compressor is written, and its pages are resident.
        byte[] input = new byte[INPUT_BYTES];
        new Random(0).nextBytes(input);
        byte[] output = new byte[2 * INPUT_BYTES];
        for (int i = 0; i < COMPRESSORS; i++) {
            Deflater compressor = new Deflater();
            compressors.add(compressor);
            survivors.add(new Inflater());
            compressor.setInput(input);
            compressor.finish();
            compressor.deflate(output);
        }
        // Small blocks fit into older gaps. These do not: they lie behind all the others, and hold the arena's end in
        // place.
        survivors.add(compressors.removeLast());
        compressors.forEach(Deflater::end);
        return survivors;
    }
}
