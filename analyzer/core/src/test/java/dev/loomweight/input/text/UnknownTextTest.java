package dev.loomweight.input.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnknownTextTest {

    /** Each character of a long line is read some hundred times at most, not as often as the line is long. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "at a.",
                "at a.b(",
                "at ",
                "a",
                "a.",
                "(",
                "[suppress",
                "class a",
                "1: 2 3 ",
                "1: ",
                "  ",
                "1",
                "reserved=1 ",
                "malloc=1 #",
                "[GC",
                "GC(1",
                "max-",
                "import a.",
                "<configuration",
                "Code",
                "Out"
            })
    void aLongLineIsLookedAtOnce(String word) {
        Counted line = new Counted(word.repeat(1_000_000 / word.length()), new AtomicLong());
        Counted same = new Counted("class " + word.repeat(1_000_000 / word.length()), new AtomicLong());

        UnknownText.part(line);
        UnknownText.kind(line);
        UnknownText.kind(same);

        assertThat(line.read.get()).isLessThan(800L * line.length());
        assertThat(same.read.get()).isLessThan(100L * same.length());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "x  at java.base@25.0.3/java.lang.Thread.run(Thread.java:1474); stack traces without the heads of threads",
                "Caused at com.acme.Shop$1.<init>(Unknown Source) ~[shop.jar]; stack traces without the heads of threads",
                "12:01 | GC (reserved=13KB, committed=12KB); lines of native memory tracking",
                "x (malloc=13KB #12); lines of native memory tracking",
                "why   12:       3456      123456  [B; lines of a class histogram",
                "Exception: java.lang.OutOfMemoryError: Java heap space; an OutOfMemoryError",
                "[12.3s][info][gc] GC(12) Pause Young; lines of a log of the garbage collector"
            })
    void whatALineHas(String line, String part) {
        assertThat(UnknownText.part(line)).isEqualTo(part);
    }

    /** What is named has a next step, whatever text of its kind it is. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "CONTAINER ID   NAME   CPU %   MEM USAGE / LIMIT   MEM %   NET I/O   BLOCK I/O   PIDS; docker inspect",
                "CONTAINER   CPU %   MEM USAGE/LIMIT   MEM %   NET I/O; docker inspect",
                "NAME   CPU(cores)   MEMORY(bytes); kubectl describe pod",
                "NAMESPACE   NAME   CPU(cores)   MEMORY(bytes); kubectl describe pod",
                "POD   NAME   CPU(cores)   MEMORY(bytes); kubectl describe pod",
                "0000735e54227000      8K rw--- ld-linux-x86-64.so.2; pmap -x PID",
                "00007ffe29309000    132K rw---   [ stack ]; pmap -x PID",
                "Total Usage - 8 loaders, 654 classes:; VM.native_memory",
                "CodeHeap 'non-nmethods': size=5692Kb used=1093Kb max_used=1093Kb free=4598Kb; VM.native_memory",
                "CodeCache: size=245760Kb, used=1271Kb, max_used=1271Kb, free=244487Kb; VM.native_memory"
            })
    void whatIsNamedHasANextStep(String line, String step) {
        assertThat(UnknownText.kind(line)).contains(step);
    }

    /** A text that counts how often its characters are read. */
    private record Counted(String text, AtomicLong read) implements CharSequence {

        @Override
        public char charAt(int index) {
            read.incrementAndGet();
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }
    }
}
