package dev.loomweight.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Every way in which a file of any format is damaged, always the same ones. */
enum Damages {
    /** Each beginning of it, of a long one the first 1024 and the last 256, and 256 between. */
    CUTS((input, text) -> places(input.length).mapToObj(length -> Arrays.copyOf(input, length))),

    /** 1000 of it in which one bit is another, in some of them up to four. */
    FLIPS((input, text) -> IntStream.range(0, 1000).mapToObj(seed -> flipped(input, new Random(seed)))),

    /** 4 KB of zeros before it, in it, behind it, and in place of a part of it. */
    ZEROS((input, text) -> Stream.of(0, input.length / 3, input.length - 1, input.length)
            .flatMap(at -> Stream.of(
                    joined(Arrays.copyOf(input, at), new byte[4096], Arrays.copyOfRange(input, at, input.length)),
                    joined(
                            Arrays.copyOf(input, at),
                            new byte[4096],
                            Arrays.copyOfRange(input, Math.min(input.length, at + 4096), input.length))))),

    /** A piece of it twice, or left out, or with the one behind it, or all in another order; lines where it has some. */
    PIECES((input, text) -> {
        List<byte[]> pieces = text ? lines(input) : blocks(input, Math.max(16, input.length / 64));
        List<byte[]> inputs = new ArrayList<>();
        int step = Math.max(1, pieces.size() / 100);
        for (int i = 0; i + 1 < pieces.size(); i += step) {
            List<byte[]> twice = new ArrayList<>(pieces);
            twice.add(i, pieces.get(i));
            List<byte[]> without = new ArrayList<>(pieces);
            without.remove(i);
            List<byte[]> exchanged = new ArrayList<>(pieces);
            exchanged.set(i, pieces.get(i + 1));
            exchanged.set(i + 1, pieces.get(i));
            inputs.addAll(List.of(joined(twice), joined(without), joined(exchanged)));
        }
        inputs.add(joined(pieces.reversed()));
        inputs.add(joined(input, input));
        return inputs.stream();
    }),

    /** Lengths and numbers that lie: in a text each number, in bytes what stands anywhere. */
    LIES((input, text) -> text ? liesOfText(input) : liesOfBytes(input));

    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private static final List<String> FALSE_NUMBERS =
            List.of("0", "-1", "9223372036854775807", "9223372036854775808", "99999999999999999999999", "1e400", "");

    // Integers of variable length, of a raw integer, and of a raw long: none, one, and the largest.
    private static final List<byte[]> FALSE_LENGTHS = List.of(
            new byte[] {0},
            new byte[] {1},
            new byte[] {-1, -1, -1, 0x7F},
            new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, -1},
            new byte[] {-1, -1, -1, -1, 7},
            new byte[] {0x7F, -1, -1, -1, -1, -1, -1, -1});

    // A function that changes nothing, which the checker cannot see.
    @SuppressWarnings("ImmutableEnumChecker")
    private final BiFunction<byte[], Boolean, Stream<byte[]>> all;

    Damages(BiFunction<byte[], Boolean, Stream<byte[]>> all) {
        this.all = all;
    }

    /**
     * All damaged inputs that are made of a whole one.
     *
     * @param text whether it is a text of lines
     */
    Stream<byte[]> of(byte[] input, boolean text) {
        return all.apply(input, text);
    }

    private static IntStream places(int length) {
        int between = Math.max(1, (length - 1280) / 256);
        return IntStream.range(0, length).filter(i -> i < 1024 || i >= length - 256 || i % between == 0);
    }

    private static byte[] flipped(byte[] input, Random random) {
        byte[] flipped = input.clone();
        int flips = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1;
        for (int i = 0; i < flips && flipped.length > 0; i++) {
            flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return flipped;
    }

    private static Stream<byte[]> liesOfText(byte[] input) {
        String text = new String(input, StandardCharsets.UTF_8);
        List<int[]> numbers = new ArrayList<>();
        Matcher matcher = NUMBER.matcher(text);
        while (matcher.find()) {
            numbers.add(new int[] {matcher.start(), matcher.end()});
        }
        int step = Math.max(1, numbers.size() / 100);
        return IntStream.range(0, numbers.size())
                .filter(i -> i % step == 0)
                .mapToObj(numbers::get)
                .flatMap(place -> FALSE_NUMBERS.stream()
                        .map(number -> (text.substring(0, place[0]) + number + text.substring(place[1]))
                                .getBytes(StandardCharsets.UTF_8)));
    }

    private static Stream<byte[]> liesOfBytes(byte[] input) {
        int step = Math.max(1, input.length / 200);
        return IntStream.range(0, input.length)
                .filter(at -> at % step == 0 || at < 128)
                .boxed()
                .flatMap(at -> FALSE_LENGTHS.stream()
                        .map(length -> joined(
                                Arrays.copyOf(input, at),
                                length,
                                Arrays.copyOfRange(input, Math.min(input.length, at + length.length), input.length))));
    }

    private static List<byte[]> lines(byte[] input) {
        return new String(input, StandardCharsets.UTF_8)
                .lines()
                .map(line -> (line + "\n").getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static List<byte[]> blocks(byte[] input, int size) {
        List<byte[]> blocks = new ArrayList<>();
        for (int at = 0; at < input.length; at += size) {
            blocks.add(Arrays.copyOfRange(input, at, Math.min(input.length, at + size)));
        }
        return blocks;
    }

    private static byte[] joined(byte[]... pieces) {
        return joined(List.of(pieces));
    }

    private static byte[] joined(List<byte[]> pieces) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        pieces.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
