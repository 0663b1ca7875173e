package dev.loomweight.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CaptureStateTest {

    /** The picture in the documentation of {@link CaptureState}, arrow by arrow. */
    @Test
    void theTransitionsAreThoseOfThePicture() {
        List<String> arrows = new ArrayList<>();
        for (CaptureState from : CaptureState.values()) {
            for (CaptureState to : CaptureState.values()) {
                if (from.leadsTo(to) && !to.isEnd()) {
                    arrows.add(from + " > " + to);
                }
            }
            boolean leadsToEnds =
                    Stream.of(CaptureState.values()).filter(CaptureState::isEnd).allMatch(from::leadsTo);
            assertThat(leadsToEnds).as("%s", from).isEqualTo(!from.isEnd());
        }

        assertThat(arrows)
                .containsExactly("RUNNING > HALTED", "RUNNING > CLOSING", "HALTED > RUNNING", "HALTED > CLOSING");
    }

    /** As captures of older versions have them, too. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    running                                                                             | RUNNING
                    complete                                                                            | COMPLETE
                    only 3 of 5 threads ran: no more pids                                               | FEWER_THREADS
                    stopped: the disk of /x is nearly full                                              | STOPPED
                    stopped: process 7 got a signal to end but could not end                            | STOPPED
                    process 7 ended while it was captured                                               | TARGET_ENDED
                    process 7 ended while it was captured: killed by the kernel for lack of memory: x   | TARGET_ENDED
                    killed by the kernel for lack of memory: /x counts 1 killed, and counted 0          | KILLED
                    not recorded: JFR cannot be started                                                 | NOT_RECORDED
                    interrupted while measuring before                                                  | INTERRUPTED
                    failed                                                                              | FAILED
                    failed while starting: the target ended with exit status 7                          | FAILED
                    exit 0                                                                              | FAILED
                    """)
    void aStatusSaysItsState(String status, CaptureState state) {
        assertThat(CaptureState.of(status)).isEqualTo(state);
    }

    @ParameterizedTest
    @EnumSource(CaptureState.class)
    void everyEndIsReadAsItIsWritten(CaptureState state) {
        List<CaptureEnd> ends = Stream.of(
                        CaptureEnd.COMPLETE,
                        CaptureEnd.fewerThreads(3, 5, "why"),
                        CaptureEnd.stopped("why"),
                        CaptureEnd.targetEnded(7, ""),
                        CaptureEnd.targetEnded(7, "why"),
                        CaptureEnd.killed("why"),
                        CaptureEnd.notRecorded("why"),
                        CaptureEnd.interrupted(""),
                        CaptureEnd.interrupted("why"),
                        CaptureEnd.failed("", ""),
                        CaptureEnd.failed("", "why"),
                        CaptureEnd.failed("doing", "why"))
                .filter(end -> end.state() == state)
                .toList();

        assertThat(ends.isEmpty()).isEqualTo(!state.isEnd());
        assertThat(ends)
                .allSatisfy(end -> assertThat(CaptureState.of(end.status())).isEqualTo(state));
    }

    @Test
    void thatATargetDoesNotRunIsNewsOnce() {
        CaptureCourse course = new CaptureCourse();
        assertThat(course.halt()).isTrue();
        assertThat(course.halt()).isFalse();
        course.resume();
        assertThat(course.state()).isEqualTo(CaptureState.RUNNING);
        assertThat(course.halt()).isFalse();
        assertThat(course.state()).isEqualTo(CaptureState.HALTED);
    }

    /** The disk is found full, and the application ends while its recording is stopped for that. */
    @Test
    void whatClosesACaptureIsItsEnd() {
        CaptureCourse course = new CaptureCourse();
        CaptureEnd full = CaptureEnd.stopped("the disk is nearly full");
        assertThat(course.close(full)).isTrue();
        assertThat(course.close(CaptureEnd.COMPLETE)).isFalse();

        assertThat(course.end(CaptureEnd.COMPLETE)).isEqualTo(full);
        assertThat(course.end(full)).isNull();
    }

    @Test
    void withoutARecordingNothingIsCompleteAndOtherEndsStay() {
        CaptureCourse complete = new CaptureCourse();
        complete.lack(CaptureEnd.notRecorded("why"));
        assertThat(complete.isOpen()).isTrue();
        assertThat(complete.end(CaptureEnd.COMPLETE)).isEqualTo(CaptureEnd.notRecorded("why"));

        CaptureCourse stopped = new CaptureCourse();
        stopped.lack(CaptureEnd.notRecorded("why"));
        assertThat(stopped.end(CaptureEnd.stopped("x"))).isEqualTo(CaptureEnd.stopped("x"));
    }
}
