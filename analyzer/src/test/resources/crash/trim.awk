# What the fixtures keep of a crash log: awk -f trim.awk hs_err_pid7.log
BEGIN { head = 1 }
head && /^#/ { if ($0 !~ /core|bug report|https?:|vendor/) print; next }
/^---------------/ { head = 0; thread = /T H R E A D/; print; next }
/^(Current thread|Stack: |siginfo:|Time: )/ { print; next }
/^Current CompileTask:/ { print; getline; print; next }
/^(Native|Java) frames:/ { print; frames = 14; next }
frames > 0 && /^[CVvJjA] / { print; frames--; next }
frames > 0 { frames = 0; print ""; next }
/^Native Memory Tracking:/ { nmt = 1 }
nmt && /^$|^[-TN(]|^ / { print; next }
nmt { nmt = 0 }
/^(Heap address|Total number of mappings|rlimit|MemTotal|MemAvailable|Virtual Size|Resident Set|Swapped out|C-Heap|Memory: )/ { print }
/max_map_count/ { print; if (/:$/) { getline; print } }
/ (MaxHeapSize|InitialHeapSize) +=/ { print }
