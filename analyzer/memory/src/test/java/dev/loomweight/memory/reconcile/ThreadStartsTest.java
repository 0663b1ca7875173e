package dev.loomweight.memory.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.CarrierNames;
import dev.loomweight.memory.reconcile.ThreadStarts.Site;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadEvents.ThreadStart;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ThreadStartsTest {

    private final ThreadStarts starts = new ThreadStarts();

    @Test
    void aSiteIsTheInnermostLineOutsideTheJdk() {
        add(
                440,
                frame("java.util.concurrent.ThreadPoolExecutor", "addWorker", 900),
                frame("com.acme.Mail", "send", 12));
        add(1, frame("com.acme.Mail", "send", 12), frame("com.acme.Main", "main", 3));
        add(9, frame("com.acme.Mail", "send", 13), frame("com.acme.Main", "main", 3));
        add(10);

        assertThat(starts.sites())
                .containsExactly(new Site("com.acme.Mail.send:12", 441), new Site("com.acme.Mail.send:13", 9));
        assertThat(starts.sentence())
                .isEqualTo("Of 460 recorded starts of platform threads, 441 were at com.acme.Mail.send:12, 9 were at"
                        + " com.acme.Mail.send:13.");
    }

    @Test
    void threeSitesAtMostAreNamed() {
        for (int line = 1; line <= 5; line++) {
            add(line, frame("com.acme.Mail", "send", line));
        }

        assertThat(starts.sentence())
                .isEqualTo("Of 15 recorded starts of platform threads, 5 were at com.acme.Mail.send:5, 4 were at"
                        + " com.acme.Mail.send:4, 3 were at com.acme.Mail.send:3.");
    }

    @Test
    void nothingIsSaidOfStartsWithoutStacks() {
        assertThat(starts.sentence()).isEmpty();
        add(460);

        assertThat(starts.sites()).isEmpty();
        assertThat(starts.sentence()).isEmpty();
    }

    @Test
    void ofAStackOfTheJdkItsInnermostMethodIsNamed() {
        add(1, frame("java.util.concurrent.ThreadPoolExecutor", "addWorker", 900), frame("java.lang.Thread", "run", 8));

        assertThat(starts.sentence())
                .isEqualTo("Of 1 recorded start of platform threads, 1 was at"
                        + " java.util.concurrent.ThreadPoolExecutor.addWorker.");
    }

    private void add(long count, Frame... frames) {
        ThreadStarts more = new ThreadStarts();
        more.add(new ThreadStart(0, CarrierNames.NONE, count, new StackTrace(Arrays.asList(frames), false)));
        starts.merge(more);
    }

    private static Frame frame(String type, String method, int line) {
        return new Frame(type, method, "()V", line, 1, 0, "Interpreted");
    }
}
